import { formatCount } from '@console/shared-ui/format';

/** Interface text of lists of groups. */
export const groupListMessages = {
  title: 'Similarity',
  tasks: 'Tasks',
  types: 'Types',
  list: 'Groups',
  quality: 'Quality',
  noTasks: 'No similarity tasks yet.',
  noTypes: 'No similarity types yet.',
  none: 'No groups yet.',
  noneMatch: 'No groups match this search.',
  open: 'Open group',
  refresh: 'Refresh',
  create: 'Create New Group',
  edit: 'Edit group',
  typeDeletionNote: (groups: number) => `${formatCount(groups, 'group loses', 'groups lose')} this type.`,
  tasksAndTypes: 'Tasks and types',
  total: (count: number) => `Number of items: ${count.toLocaleString('en')}`,
};
