/** Interface text of the bar above a list. */
export const listSectionMessages = {
  search: 'Search',
  clearFilters: 'Clear filters',
};
