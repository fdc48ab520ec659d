/**
 * Query parameters of the image list at `/images` without filters. The manifest imports this file, so it does not import code of
 * the page.
 */
export const FIRST_PAGE = { page_size: 50, page: 1, sort: 'name', include_verifications: 1, bounded_count: true } as const;
