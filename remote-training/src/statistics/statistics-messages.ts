import { MAX_IDLE_SECONDS } from '@console/shared-contract/limits';

/** Interface text of statistics. */
export const statisticsMessages = {
  title: 'Statistics',
  failed: "Couldn't load the statistics.",
  empty: 'Nobody has changed anything in this period.',
  incomplete: 'Older changes are still being counted, so the newest ones are missing. Try again in a few minutes.',
  ownOnly: 'You see only your own statistics. The owner and managers of the workspace see those of all users.',
  days: 'Days and weeks are in UTC.',
  activeTimeRule: `Active time is the time with input on an item. Breaks of more than ${MAX_IDLE_SECONDS} seconds between two inputs do not count, and two tabs count once.`,
  origin: 'Only what users did themselves counts, in the console or with their API token, not what imports and models added.',
  filters: { period: 'Period', from: 'From', to: 'To', user: 'User', job: 'Job', label: 'Label', group: 'Rows' },
  /** Name of a selected user, job or label that has no statistics in the period. */
  selected: { user: 'Selected user', job: 'Selected job', label: 'Selected label' },
  all: { user: 'All users', job: 'All jobs', label: 'All labels' },
  lastWeek: 'Last week',
  clear: 'Clear filters',
  groups: { user: 'By user', job: 'By job', label: 'By label', day: 'By day', week: 'By week' },
  dimensions: { user: 'User', job: 'Job', label: 'Label', day: 'Day', week: 'Week from' },
  unnamed: { user: 'Former member', job: 'Deleted job', label: 'Deleted label' },
  without: { job: 'Outside of jobs', label: 'Without a label' },
  measures: {
    items_done: 'Items done',
    active_seconds: 'Active time',
    seconds_per_item: 'Time per item',
    images_verified: 'Verified',
    shapes_created: 'Shapes created',
    shapes_changed: 'Shapes changed',
    shapes_deleted: 'Shapes deleted',
    labels_set: 'Labels set',
    items_sent_back: 'Sent back',
    found_wrong: 'Found wrong',
  },
  csvUnit: { count: '', duration: ' (seconds)' },
  total: 'Total',
  table: 'What users did',
  chart: 'Over time',
  emptyChart: 'This number is zero in the complete period.',
  minutes: (measure: string) => `${measure} (minutes)`,
  chartMeasure: 'Number in the chart',
  interval: 'Interval',
  intervals: { day: 'Per day', week: 'Per week' },
  definitions: 'How the numbers are counted',
  definition: {
    items_done: 'Items marked as done, on the day of the mark, until the mark is removed.',
    images_verified: 'Images that the user verified, until the verification is removed.',
    shapes_created:
      'All kinds of shapes. What the user accepted from a model or copied from another image does not count as created, but its later changes do. Shapes that are deleted together with their image or label count as deleted.',
    labels_set:
      'Recognition labels set on images and objects, and changed values. Those that the user accepted from a model do not count.',
    items_sent_back: 'Items of the user that a reviewer sent back.',
    found_wrong:
      'Shapes and recognition labels of the user that somebody else changed or removed after the user had finished the item.',
    job: 'Shapes, labels and verifications count for the job in which the user last got the image.',
  },
  terms: {
    items_done: 'Items done',
    images_verified: 'Verified',
    shapes_created: 'Shapes',
    labels_set: 'Labels set',
    items_sent_back: 'Sent back',
    found_wrong: 'Found wrong',
    job: 'Job',
  },
  visibility: {
    title: 'Who can see statistics',
    label: 'Members can see',
    everybody: 'the statistics of all members',
    own: 'only their own statistics',
    hint: 'The owner and managers always see the statistics of all members. Changes are recorded in the audit log.',
    failed: "Couldn't save who can see statistics. Try again.",
  },
  forecast: {
    title: 'Expected end',
    failed: "Couldn't load the forecast.",
    done: 'All items are done.',
    notEnough: 'Not enough data. The forecast needs three days with completed items.',
    end: (expected: string, earliest: string, latest: string) =>
      earliest === latest ? expected : `${expected}, with a probability of 80 % from ${earliest} to ${latest}`,
    basis: (remaining: number, perDay: number, days: number) =>
      `${remaining.toLocaleString('en')} remaining at ${perDay.toLocaleString('en', { maximumFractionDigits: 1 })} per day, the mean of the last ${days} days before today, weekends included.`,
    method:
      'The interval assumes that days vary independently, like the last ones (normal approximation of first passage times).',
  },
  openPage: 'Open in Statistics',
} as const;
