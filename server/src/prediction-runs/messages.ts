/** The sentences about runs of predictions that a caller reads. */
export const messages = {
  gone: 'The task or its model has been deleted meanwhile.',
  running: 'The images of this task are being looked at already.',
} as const;
