/** Interface text of lists that are loaded in parts. */
export const listMessages = {
  remainingRowsFailed: (rows: number) => `The other ${rows.toLocaleString('en')} rows could not be shown.`,
};
