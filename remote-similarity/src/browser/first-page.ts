/** Query parameters of the list without filters. The manifest imports this file, so it does not import code of the page. */
export const FIRST_PAGE = { page: 1, page_size: 25 } as const;
