/** Interface text that several folders use. Folders and screens define their own. */
export const messages = {
  cancel: 'Cancel',
  close: 'Close',
  remove: 'Remove',
  empty: 'Nothing here yet.',
};
