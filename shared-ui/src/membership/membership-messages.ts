const formatNumber = (number: number) => number.toLocaleString('en');

/** Interface text about adding and removing members of jobs and tasks. */
export const membershipMessages = {
  reached: {
    add: (done: number, total: number) => `Added ${formatNumber(done)} of ${formatNumber(total)}.`,
    remove: (done: number, total: number) => `Removed ${formatNumber(done)} of ${formatNumber(total)}.`,
  },
  continue: 'Continue with the rest',
};
