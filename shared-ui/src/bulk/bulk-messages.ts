const formatNumber = (number: number) => number.toLocaleString('en');

/** Interface text of the bar of bulk changes. */
export const bulkMessages = {
  selected: (rows: number) => `${formatNumber(rows)} selected`,
  all: (rows: number, noun: string) => `Select all ${formatNumber(rows)} ${noun} that match this search`,
  clear: 'Clear selection',
  hint: 'Shift+click selects a range.',
};
