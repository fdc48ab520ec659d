/** Messages about comparisons that API clients and users read. */
export const messages = {
  noTraining: 'is not a version of a training, or its task has been deleted',
  untilNeedsSince: 'must come with a start of the period',
  beforeLog: (start: Date) =>
    `changes before ${start.toISOString().slice(0, 16).replace('T', ' ')} UTC are not known, choose a later time`,
} as const;
