/** Interface text of the pager. */
export const pagerMessages = {
  pageInput: 'Page number',
  pageInvalid: (last: number) => `The last page is ${last}`,
  previousPage: 'Previous page',
  nextPage: 'Next page',
  pageOf: (pages: number) => `of ${pages}`,
  items: (total: number) => (total === 1 ? '1 item' : `${total} items`),
};
