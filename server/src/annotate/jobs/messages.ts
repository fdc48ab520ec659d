/** The sentences of the annotation calls that a caller reads. */
export const messages = {
  jobNotFound: 'Job not found.',
  notInJob: 'are not all in this job',
  nobodyHasDone: 'has not been marked as done, so there is nobody to send it back to',
  reviewerOnly: 'Only who has sent the item back can close the remark, or send it back again.',
  notAssigned: 'This job is assigned to other people.',
} as const;
