/** Interface text of tables. */
export const tableMessages = {
  rowActions: 'Actions',
  selectAll: 'Select all rows',
  selectRow: 'Select row',
  longTable: (rows: number) =>
    `${rows.toLocaleString('en')} rows. Ctrl+F finds only rows in view. Use the search above to find all rows.`,
};
