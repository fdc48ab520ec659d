/** Every word of this remote that a person reads. */
export const messages = {
  title: 'Example title',
  tasks: 'Recognition tasks',
  search: 'Search tasks',
  noneMatch: 'No task has this in its name.',
  none: 'This workspace has no recognition tasks yet.',
  noLabels: 'None',
  columns: { name: 'Name', labels: 'Labels' },
} as const;
