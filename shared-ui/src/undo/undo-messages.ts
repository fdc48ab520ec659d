const formatNumber = (number: number) => number.toLocaleString('en');

/** Interface text of undo. */
export const undoMessages = {
  undo: 'Undo',
  undoKey: 'Ctrl+Z',
  pending: 'Undoing many changes. This can take a few minutes.',
  undone: (change: string) => `Undone: ${change}`,
  undonePartly: (restored: number, rows: number) => `Restored ${formatNumber(restored)} of ${formatNumber(rows)} rows.`,
  failed: 'Unable to undo',
  showInActivity: 'Show in Activity',
  /** Why rows were not restored. */
  reasons: {
    changed: 'Another change was made later.',
    missing: 'Something was deleted later.',
    used: 'Something is in use now.',
    taken: 'Something else, such as a row with the same name, is there now.',
    confirmation: 'Only the user who verified or completed something can undo that.',
    expired: 'Files were deleted because their retention has ended.',
    owner: 'The owner of the workspace does not change.',
    left: 'A user left the workspace and must be invited again.',
  },
};
