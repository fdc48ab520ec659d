/** All interface text of this remote. */
export const messages = {
  title: 'Example title',
  tasks: 'Recognition tasks',
  search: 'Search tasks',
  noneMatch: 'No task name contains this text.',
  none: 'This workspace has no recognition tasks yet.',
  noLabels: 'None',
  columns: { name: 'Name', labels: 'Labels' },
} as const;
