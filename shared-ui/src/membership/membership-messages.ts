const count = (number: number) => number.toLocaleString('en');

/** Interface text about adding and removing members of jobs and tasks. */
export const membershipMessages = {
  reached: {
    add: (done: number, total: number) => `Added ${count(done)} of ${count(total)}.`,
    remove: (done: number, total: number) => `Removed ${count(done)} of ${count(total)}.`,
  },
  continue: 'Continue with the rest',
};
