/** Interface text of the pager. */
export const pagerMessages = {
  pageInput: 'Page number',
  pageInvalid: (last: number) => `The last page is ${last}`,
  previousPage: 'Previous page',
  nextPage: 'Next page',
  pageNotCounted: (last: number) => `Enter a page number up to ${last}`,
  pageOf: (pages: number) => `of ${pages}`,
  pageOfMoreThan: (pages: number) => `of more than ${pages}`,
  items: (total: number) => (total === 1 ? '1 item' : `${total} items`),
  moreThanItems: (count: number) => `More than ${count.toLocaleString('en')} items`,
};
