/** Error messages of the recognition label routes for API clients. */
export const messages = {
  rangeReversed: 'must not be below min_value',
  valueFieldsNotAllowed: 'is only allowed for labels of type value',
  cannotRemoveNegative: 'the negative label of a task cannot be removed from it',
  tooManyBins: (max: number) => `gives more than ${max} bins`,
} as const;
