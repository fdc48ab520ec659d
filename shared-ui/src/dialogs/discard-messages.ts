/** Interface text of unsaved changes. */
export const discardMessages = {
  discardTitle: 'Discard your changes?',
  discard: 'Discard',
  unsavedAtLogout: 'Your changes on this page are not saved.',
  keepEditing: 'Keep editing',
};
