/** Error messages about the items of a job for API clients. */
export const messages = {
  notInJob: 'are not all in this job',
} as const;
