/** The sentences of the recognition calls that a caller reads. */
export const messages = {
  labelHasNoValue: 'the label takes no value',
  valueBelow: (least: number) => `must be at least ${least}`,
  valueAbove: (most: number) => `must be at most ${most}`,
  markBoth: 'cannot be marked and unmarked at once',
  rangeReversed: 'must not be below min_value',
  valueFieldsOfOther: 'only a label of type value has it',
  negativeStays: 'the negative label of a task cannot be removed from it',
  negativeOfOther: 'is the negative label of another task',
  alreadyUploaded: (id: string) => `This image already exists in the workspace, image ID: ${id}`,
  maskSize: (width: number, height: number, maskWidth: number, maskHeight: number) =>
    `must be of ${width} x ${height} pixels as the image is, and is of ${maskWidth} x ${maskHeight}`,
  tooManyBins: (most: number) => `gives more than ${most} bins`,
  negativeName: (task: string) => `${task} (none)`,
  required: 'is required',
  uploadedAtOnce: 'The same picture is being uploaded by someone else.',
} as const;
