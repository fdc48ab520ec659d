import { historyMessages } from '@console/shared-ui/history';

const { kinds, operations, origins, formerMember, noUser } = historyMessages;

/** Interface text of the activity page. */
export const activityMessages = {
  title: 'Activity',
  intro: 'Every change in this workspace, newest first.',
  failed: "Couldn't load the activity.",
  empty: 'No changes match these filters.',
  filters: { user: 'User', kind: 'Kind', origin: 'Source', from: 'From', to: 'To' },
  all: { user: 'All users', kind: 'All kinds', origin: 'All sources' },
  columns: { created: 'Time (UTC)', changes: 'Changes', subject: 'Item', user: 'User', origin: 'Source' },
  unnamed: { image: 'Image without a name', other: 'Without a name' },
  formerMember,
  noUser,
  clear: 'Clear filters',
  more: 'Load more',
  loaded: (count: number) => `${count.toLocaleString('en')} loaded, newest first`,
  csv: { label: 'Export CSV', fileName: 'activity.csv', failed: "Couldn't export the activity." },
  show: 'Show details',
  kinds,
  origins,
  operations,
  details: {
    title: 'Changes',
    failed: "Couldn't load these changes.",
    empty: 'The rows that this work added have no entries of their own.',
    summarized: 'Rows that this work added have no entries of their own.',
    imports: 'Open the imports',
    withoutUndo: 'This entry only records the progress of a training. To delete the model, undo the entry that added it.',
    columns: { kind: 'Change', row: 'Item', field: 'Field', before: 'Before', after: 'After' },
  },
} as const;
