/** Messages about an undo that users see. */
export const messages = {
  wouldContainItself: 'A group or set would contain itself.',
  changeSetSummarized: 'This change created too many rows to be recorded one by one. It cannot be undone, or no longer.',
  permissionLost: 'The user who requested this undo is no longer allowed to undo these changes.',
  undoNotFinished: 'This undo has not finished.',
};
