import { formatCount } from '@console/shared-ui/format';

/** Messages that /detection and /segmentation share. */
export const tasksAndLabelsMessages = {
  tasks: 'Tasks',
  labels: 'Labels',
  manageLink: 'Manage',
  skeleton: 'Skeleton',
  showShapes: 'Show shapes',
  taskDeletionNote: (labels: number) =>
    `The models of this task are also deleted, and the task is no longer evaluated. Its ${formatCount(labels, 'label is', 'labels are')} kept.`,
} as const;
