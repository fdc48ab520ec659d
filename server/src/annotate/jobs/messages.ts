/** The sentences of the annotation calls that a caller reads. */
export const messages = {
  jobNotFound: 'Job not found.',
  notInJob: 'are not all in this job',
} as const;
