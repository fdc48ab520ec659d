/** Interface text of undoing the last change. */
export const lastChangeMessages = {
  nothingToUndo: 'You have no change to undo in this workspace.',
  undoFailed: "Couldn't find your last change.",
};
