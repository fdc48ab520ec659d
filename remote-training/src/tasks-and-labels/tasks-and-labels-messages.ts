/** Messages that /detection and /segmentation share. */
export const tasksAndLabelsMessages = {
  tasks: 'Tasks',
  labels: 'Labels',
  manageLink: 'Manage',
  taskDeletionNote: (labels: number) =>
    `The models of this task are also deleted, and the task is no longer evaluated. Its labels stay: ${labels.toLocaleString('en')}.`,
} as const;
