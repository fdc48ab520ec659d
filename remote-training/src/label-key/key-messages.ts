/** Messages about the shortcut keys of labels. */
export const keyMessages = {
  key: 'Key',
  none: 'None',
  automatic: 'First free digit',
  hint: 'Chooses the label on the image screen. A key that has another meaning there works only in the list of labels.',
} as const;
