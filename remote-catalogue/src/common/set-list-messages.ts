/** Interface text of lists of product sets. */
export const setListMessages = {
  title: 'Product Sets',
  list: 'Search Product Sets',
  none: 'No product sets yet.',
  noneMatch: 'No product sets match this search.',
  open: 'Open set',
  create: 'Create New Set',
  created: 'Set created',
  createFailed: 'Failed to create set',
  completed: 'Completed',
  notCompleted: 'Not completed',
};
