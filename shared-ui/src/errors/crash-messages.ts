/** Interface text of parts of a page that stopped working. */
export const crashMessages = {
  crashed: 'This part of the page stopped working.',
  crashedHint: 'The rest of the page still works. Retry, or reload the page if this happens again.',
};
