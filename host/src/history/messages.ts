/** Interface text of the page /history. */
export const historyPageMessages = {
  title: 'History',
  titleOf: (name: string) => `History of ${name}`,
  failed: "Couldn't load the history.",
  empty: 'No changes are recorded.',
  columns: { created: 'Time (UTC)', user: 'User', changes: 'Changes' },
  more: 'Load more',
  show: 'Show on the image',
  picture: {
    title: 'Changes on the image',
    label: 'Shapes before and after the change',
    before: 'Before the change',
    after: 'After the change',
    noShapes: 'No shape was changed at that time.',
    imageFailed: "Couldn't load the image. It may be deleted.",
  },
} as const;
