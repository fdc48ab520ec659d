/** Error messages of the quality report for API clients. */
export const messages = {
  onlyOwnScores: 'The settings of this workspace show members only their own scores.',
  lastDayBeforeFirstDay: 'must not be before the first day',
  noFeedback: 'has no feedback for you, so there is nothing to appeal against',
  alreadyAppealed: 'has been appealed already',
  appealAlreadyDecided: 'The appeal has been decided already.',
  ownAppeal: 'Another reviewer must decide on your appeal.',
  noWork:
    'The work has been reopened, so it cannot become the gold annotations. Reject the appeal, or decide when the item is done again.',
} as const;
