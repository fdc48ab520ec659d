import { formatCount } from '@console/shared-ui/format';

const formatGoldItems = (count: number) => formatCount(count, 'gold item', 'gold items');

/** Messages of the list of gold-standard items and of the gold items of a job. */
export const goldMessages = {
  title: 'Gold items',
  listIntro: {
    images:
      'The work of annotators on these images is compared with a copy of their annotations. To add images, select verified ones on the Images page and choose Add to gold, or draw a random sample of a job, which an expert annotates first.',
    groups:
      'The work of annotators on these groups is compared with a copy of their members. To add groups, select verified ones on the Similarity page and choose Add to gold, or draw a random sample of a job, which an expert corrects first.',
  },
  empty: 'This task has no gold items yet.',
  failed: "Couldn't load the gold items.",
  columns: {
    images: 'Image',
    groups: 'Group',
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
  revise: { images: 'Copy annotations again', groups: 'Copy members again' },
  retireFailed: "Couldn't change the gold item.",
  reviseFailed: { images: "Couldn't copy the annotations.", groups: "Couldn't copy the members." },
  revised: {
    images: 'Annotations copied. All work is compared with them again.',
    groups: 'Members copied. All work is compared with them again.',
  },
  jobIntro: {
    image:
      'Annotators get gold items at random positions among the other images, and cannot see which ones they are. Each annotator gets each gold item at most once. While the job is open, annotators of this workspace see only what their jobs contain.',
    similarity:
      'Annotators get gold items at random positions among the other groups, with some members of other groups, and cannot see which ones they are. Each annotator gets each gold item at most once. Their changes of a group take effect when they mark it as done. While the job is open, annotators of this workspace see only what their jobs contain.',
  },
  rate: 'Gold items',
  off: 'Off',
  percent: (rate: number) => `${Math.round(rate * 100)} %`,
  task: 'Add gold items of the task',
  needsTask: 'This job has no gold items in use. Select a task that has some.',
  jobState: (count: number, annotators: number) =>
    `This job has ${formatGoldItems(count)}. ${formatCount(annotators, 'annotator', 'annotators')} can get some of them.`,
  onlyGold: {
    image: 'This job has no other images. Add some: annotators get gold items only among other images.',
    similarity: 'This job has no other groups. Add some: annotators get gold items only among other groups.',
  },
  save: 'Save gold items',
  saved: 'Gold items saved',
  saveFailed: "Couldn't save the gold items.",
  sample: {
    draw: 'Draw a sample…',
    title: 'Draw a sample',
    submit: 'Draw sample',
    job: 'Draw from the job',
    jobsFailed: "Couldn't load the jobs.",
    countInvalid: (max: number) => `Enter a whole number from 1 to ${max.toLocaleString('en')}.`,
    expert: 'Expert',
    noExperts: 'No members.',
    expertsFailed: "Couldn't load the members.",
    drawnBody: (name: string) => `The expert finds them in the job “${name}”.`,
    failed: "Couldn't draw the sample.",
    listFailed: "Couldn't load the samples.",
    counts: (verified: number, gold: number) =>
      `${verified.toLocaleString('en')} verified by the expert, ${gold.toLocaleString('en')} added to gold.`,
    added: (count: number) => `${formatGoldItems(count)} added`,
    images: createSampleMessages('image', 'images', {
      stratified: 'Equal numbers for each label',
      stratifiedHint: 'Also for images without a label of this task. An image with several labels counts for the rarest one.',
      noJobs: 'No image jobs yet.',
    }),
    groups: createSampleMessages('group', 'groups', {
      stratified: 'Equal numbers for each type',
      stratifiedHint: 'Only groups with a type of this task are drawn.',
      noJobs: 'No similarity jobs yet.',
    }),
  },
} as const;

function createSampleMessages(
  singular: string,
  plural: string,
  texts: { stratified: string; stratifiedHint: string; noJobs: string },
) {
  const formatItems = (count: number) => formatCount(count, singular, plural);
  return {
    ...texts,
    intro: `Draws random ${plural} of a job and creates a job with them for an expert. The ${plural} that the expert verifies can then become gold items. Those that are or were gold items of this task are not drawn.`,
    count: `Number of ${plural}`,
    countHint: `If the job has fewer ${plural}, all are drawn.`,
    expertHint: `A member who may review. The expert never gets these ${plural} as gold items.`,
    drawn: (count: number) => `${formatItems(count)} drawn`,
    progress: (name: string, expert: string | null, count: number) =>
      `${name}: ${formatItems(count)}${expert === null ? '' : ` for ${expert}`}.`,
    add: `Add the verified ${plural} to gold`,
    addFailed: `Couldn't add the ${plural} to gold.`,
  };
}
