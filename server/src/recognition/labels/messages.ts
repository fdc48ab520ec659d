/** The sentences of the recognition label calls that a caller reads. */
export const messages = {
  rangeReversed: 'must not be below min_value',
  valueFieldsOfOther: 'only a label of type value has it',
  negativeStays: 'the negative label of a task cannot be removed from it',
  tooManyBins: (most: number) => `gives more than ${most} bins`,
} as const;
