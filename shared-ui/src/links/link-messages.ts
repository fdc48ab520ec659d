/** Interface text of links. */
export const linkMessages = {
  history: 'History',
};
