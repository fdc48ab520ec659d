/** Text about jobs in which users work independently. */
export const layerMessages = {
  independent: 'You work independently: you do not see the annotations of other annotators, and they do not see yours.',
  done: 'You have marked this image as done.',
  reopen: 'Change my annotations',
} as const;
