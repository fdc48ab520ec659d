/** The sentences of the image calls that a caller reads. */
export const messages = {
  labelHasNoValue: 'the label takes no value',
  valueBelow: (least: number) => `must be at least ${least}`,
  valueAbove: (most: number) => `must be at most ${most}`,
  markBoth: 'cannot be marked and unmarked at once',
  alreadyUploaded: (id: string) => `This image already exists in the workspace, image ID: ${id}`,
  maskSize: (width: number, height: number, maskWidth: number, maskHeight: number) =>
    `must be of ${width} x ${height} pixels as the image is, and is of ${maskWidth} x ${maskHeight}`,
  sortNeeds: (field: string) => `needs the filter ${field}`,
  uploadedAtOnce: 'The same picture is being uploaded by someone else.',
} as const;
