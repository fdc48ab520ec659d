/** Interface text of conflicts with changes of another user. */
export const mergeMessages = {
  adopted: (fields: readonly string[]) =>
    `Another user has changed ${fields.join(', ')}. The form shows the new ${fields.length === 1 ? 'value' : 'values'}.`,
  conflict: (field: string, saved: string | undefined) =>
    `Another user has also changed ${field}${saved === undefined ? '' : ` to “${saved}”`}. Which value do you want to keep?`,
  mine: 'Keep mine',
  theirs: 'Use theirs',
  stale: 'Another user has changed this. Check the values and save again.',
};
