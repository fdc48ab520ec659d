const formatNumber = (number: number) => number.toLocaleString('en');

/** Interface text of fields. */
export const fieldMessages = {
  colour: 'Colour',
  groupFinder: {
    label: 'Find a group by name or id',
    placeholder: 'Part of the name, or the id',
    none: 'No groups match this search.',
    more: (rows: number) => `and ${formatNumber(rows)} more. Keep typing to narrow the list`,
    unknownType: 'Unknown',
  },
};
