import { formatCount } from '@console/shared-ui/format';

const items = (count: number) => formatCount(count, 'gold item', 'gold items');

/** Messages of the list of gold items and of the gold items of a job. */
export const goldMessages = {
  title: 'Gold items',
  listIntro:
    'The work of annotators on these images is compared with a copy of their annotations. To add images, select verified images on the Images page and choose Add to gold.',
  empty: 'This task has no gold items yet.',
  failed: "Couldn't load the gold items.",
  columns: {
    image: 'Image',
    name: 'Name',
    source: 'Source',
    revision: 'Revision',
    uses: 'Compared',
    score: 'Mean F1',
    state: 'State',
    actions: 'Actions',
  },
  sources: { selection: 'Selection', adjudication: 'Adjudication', sample: 'Sample' },
  states: {
    active: 'In use',
    'by hand': 'Retired',
    exposed: 'Retired: known to all annotators',
  } as Readonly<Record<string, string>>,
  retired: 'Retired',
  retire: 'Retire',
  reuse: 'Use again',
  revise: 'Copy annotations again',
  retireFailed: "Couldn't change the gold item.",
  reviseFailed: "Couldn't copy the annotations.",
  revised: 'Annotations copied. All work is compared with them again.',
  jobIntro:
    'Annotators get gold items at random positions among the other images, and cannot tell them apart. Each annotator gets each gold item at most once. While the job is open, annotators of this workspace only see what their jobs contain.',
  rate: 'Gold items',
  off: 'Off',
  percent: (rate: number) => `${Math.round(rate * 100)} %`,
  task: 'Add gold items of the task',
  noTasks: 'No tasks yet.',
  tasksFailed: "Couldn't load the tasks.",
  domains: { detection: 'detection', segmentation: 'segmentation', recognition: 'recognition' },
  jobState: (count: number, annotators: number) =>
    `This job has ${items(count)}. ${formatCount(annotators, 'annotator', 'annotators')} can get some of them.`,
  save: 'Save gold items',
  saved: 'Gold items saved',
  saveFailed: "Couldn't save the gold items.",
} as const;
