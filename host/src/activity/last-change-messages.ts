/** Interface text of the undo of the last change. */
export const lastChangeMessages = {
  nothingToUndo: 'You have no change to undo in this workspace.',
  undoFailed: "Couldn't find your last change.",
};
