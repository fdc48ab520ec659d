/** Messages about prediction runs that users see. */
export const messages = {
  deleted: 'The task or its model was deleted during the run.',
  running: 'The images of this task are already being predicted.',
} as const;
