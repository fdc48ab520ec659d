/** Messages about an undo that users see. */
export const messages = {
  cycle: 'A group or set would contain itself.',
  summarized: 'This change created too many rows to be recorded one by one. It cannot be undone, or no longer.',
  permissionLost: 'The user who requested this undo is no longer allowed to undo these changes.',
  unfinished: 'This undo has not finished.',
};
