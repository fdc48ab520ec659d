/** Error messages of the image routes for API clients. */
export const messages = {
  labelHasNoValue: 'the label does not have values',
  valueBelow: (min: number) => `must be at least ${min}`,
  valueAbove: (max: number) => `must be at most ${max}`,
  markedAndUnmarked: 'cannot be marked and unmarked at once',
  alreadyUploaded: (id: string) => `This image already exists in the workspace, image ID: ${id}`,
  maskSizeMismatch: (width: number, height: number, maskWidth: number, maskHeight: number) =>
    `must have the size of the image, ${width} x ${height} pixels, but has ${maskWidth} x ${maskHeight}`,
  sortNeedsFilter: (field: string) => `needs the filter ${field}`,
  uploadInProgress: 'Another user is uploading the same image.',
} as const;
