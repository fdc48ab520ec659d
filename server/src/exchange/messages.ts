/** The sentences about exports that a caller reads. */
export const messages = {
  addressEnded: 'The address of this export has ended. Export once more.',
  busy: 'Other exports are being written. Try again in a moment.',
} as const;
