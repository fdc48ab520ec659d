import type { QualityDecision, QualityDomain, QualityItem, QualityMeasure } from '@console/shared-contract/api';
import { formatCount } from '@console/shared-ui/format';

const formatImages = (count: number) => formatCount(count, 'image', 'images');

const measures: Record<QualityMeasure, string> = {
  image_f1: 'F1 per item',
  precision: 'Precision',
  recall: 'Recall',
  f1: 'Overall F1',
  iou: 'Mean IoU',
  label_accuracy: 'Label accuracy',
  value_error: 'Value error',
  attribute_accuracy: 'Attribute accuracy',
};
const formulas: Record<QualityMeasure, string> = {
  image_f1:
    'Mean over the items of 2 × matched / (2 × matched + missing + extra). An item without gold annotations counts 1 if the annotator added none. Targets use this measure.',
  precision: 'matched / (matched + extra)',
  recall: 'matched / (matched + missing)',
  f1: '2 × matched / (2 × matched + missing + extra), over all items together',
  iou: 'Mean intersection over union of the matched shapes; of skeletons, the object keypoint similarity',
  label_accuracy: 'Matched shapes with the same label / matched',
  value_error: 'Mean absolute difference of the values of matched shapes, in their own unit',
  attribute_accuracy: 'Equal attributes / attributes of matched shapes',
};

/** Returns a text that says whether the target is reached. The interval decides this, never the estimate alone. */
function formatDecision({ result, more: missingItems }: QualityDecision): string {
  if (result === 'meets') return 'Meets the target';
  if (result === 'below') return 'Below the target';
  return missingItems === null
    ? 'Undecided'
    : `Undecided: about ${formatCount(missingItems, 'more gold item', 'more gold items')} needed`;
}

const domains: Record<QualityDomain, string> = {
  detection: 'Detection',
  segmentation: 'Segmentation',
  recognition: 'Recognition',
  similarity: 'Similarity',
};
const differences: Record<keyof QualityItem['differences'], string> = {
  missing: 'Missing',
  extra: 'Extra',
  misplaced: 'Misplaced',
  wrong_label: 'Wrong label',
};

/** Interface text of the quality page. */
export const qualityMessages = {
  title: 'Quality',
  ownTitle: 'My quality',
  mine: 'My quality',
  failed: "Couldn't load the quality report.",
  noTasks: 'There are no scores of gold items yet.',
  noTasksInJob: 'There are no scores of gold items in this job.',
  howToBegin:
    'Add verified images to gold on the Images page, and turn on gold items in a job whose annotators work independently. Or add verified groups to gold on the Similarity page, and turn on gold items in a similarity job. Each gold item that an annotator marks as done is compared with its gold annotations, or gold members, which are known to be correct. The numbers appear here.',
  noOwnTasks: 'There are no scores of your work yet. Scores appear on the day after you have done gold items.',
  openJobs: 'Open jobs',
  scores: 'Scores',
  ownOnly:
    'You see only scores of your own work, up to yesterday. The console never shows which items are gold, so that later scores stay comparable.',
  filters: { task: 'Task', job: 'Job', user: 'Annotator', from: 'From', to: 'To', measure: 'Measure', title: 'Filters' },
  all: { job: 'All jobs', user: 'All annotators' },
  clear: 'Clear filters',
  selected: { job: 'Selected job', user: 'Selected annotator' },
  domains,
  unnamed: { user: 'Former member', job: 'Deleted job', label: 'Deleted label', type: 'Deleted type' },
  measures,
  formulas,
  formatDecision,
  summary: {
    decision: 'Target',
    estimate: 'F1 per item',
    interval: '95 % interval',
    items: 'Scored items',
    gold: 'Gold items',
  },
  noTarget: 'No target',
  target: (target: number) => `at least ${target}`,
  setTarget: 'Set target',
  changeTarget: 'Change target',
  targetSaved: 'Target saved',
  targetFailed: "Couldn't save the target.",
  targetLabel: 'Minimum F1 per item',
  targetHint:
    'A number greater than 0 and less than 1, such as 0.95. Leave it empty for no target. The change can be undone in the history.',
  targetInvalid: 'Enter a number greater than 0 and less than 1, such as 0.95.',
  save: 'Save',
  sections: {
    people: 'Annotators',
    labels: 'Labels',
    types: 'Types',
    jobs: 'Jobs',
    trend: 'Trend by week',
    appeals: 'Appeals',
    agreement: 'Agreement between annotators',
    violations: 'Violations of rules',
  },
  columns: {
    user: 'Annotator',
    label: 'Label',
    type: 'Type',
    job: 'Job',
    week: 'Week from',
    decision: 'Target',
    interval: '95 % interval',
    items: 'Items',
    n: 'n',
    appeals: 'Open appeals',
  },
  noPeople: 'No annotator has scores that match these filters.',
  noRows: 'No scores match these filters.',
  noValue: '–',
  range: (low: string, high: string) => `${low} to ${high}`,
  atLeast: (low: string) => `at least ${low}`,
  intervalText: (value: string, range: string, target: number | null) =>
    `${value}, 95 % interval ${range}${target === null ? '' : `, target ${target}`}`,
  paused: 'Paused',
  pause: 'Pause',
  resume: 'Resume',
  pauseTitle: (name: string) => `Pause ${name} in this job?`,
  pauseText: (name: string) =>
    `${name} gets no more items of this job and cannot mark items as done until a manager resumes them. They get a notice. Their finished work stays.`,
  pauseDone: (name: string) => `Paused ${name}`,
  resumeDone: (name: string) => `Resumed ${name}`,
  pauseFailed: (name: string) => `Couldn't pause ${name}.`,
  resumeFailed: (name: string) => `Couldn't resume ${name}.`,
  pauseHint: 'Select a job to pause annotators in it.',
  showItems: 'Show items',
  itemsOf: (name: string) => `Gold items: ${name}`,
  allItems: 'all',
  items: {
    image: 'Image',
    group: 'Group',
    name: 'Name',
    user: 'Annotator',
    job: 'Job',
    f1: 'F1',
    differences: 'Differences',
    scored: 'Scored',
    none: 'None',
    empty: 'No scored items match these filters.',
    failed: "Couldn't load the items.",
    hint: 'The lowest F1 comes first. Select a row to compare the work with the gold annotations.',
    groupsHint:
      'The lowest F1 comes first. Missing and extra members are compared with the gold members of the group. Select a row to see them.',
    back: 'Back to the list',
    file: 'gold items',
  },
  differences,
  members: 'Members',
  memberKinds: { image: 'Image', object: 'Object', group: 'Group' },
  count: (name: string, count: number) => `${name} ${count}`,
  gold: 'Gold',
  compareFailed: "Couldn't load the comparison.",
  reopened: 'The annotator has reopened this item, so only the gold item is shown.',
  appeals: {
    text: 'Reason',
    state: 'State',
    created: 'Created',
    states: { open: 'Open', accepted: 'Accepted', rejected: 'Rejected' },
    none: 'Nobody has appealed.',
    failed: "Couldn't load the appeals.",
    title: (name: string) => `Appeal of ${name}`,
    accept: 'Accept appeal',
    reject: 'Reject appeal',
    accepted: 'Appeal accepted',
    acceptedText: 'The work is now the gold item. All annotators who have done the item are scored again.',
    rejected: 'Appeal rejected',
    decideFailed: "Couldn't decide on the appeal.",
    hint: 'If you accept the appeal, the work becomes the gold item. All annotators who have done the item are scored again.',
    decidedBy: (name: string) => `Decided by ${name}`,
  },
  agreement: {
    pickJob: 'Select a job to see how much its annotators agree.',
    none: 'No item of this job has been done by two annotators.',
    failed: "Couldn't load the agreement.",
    compared: 'Compared pairs',
    agreeing: 'Agreeing pairs',
    open: 'Open agreement',
  },
  violations: {
    none: 'The last check found no violations.',
    failed: "Couldn't load the violations.",
    noGroups: 'No group violates a rule.',
    open: 'Open images',
    openGroups: 'Open groups',
    groupCount: (groups: number) => formatCount(groups, 'group', 'groups'),
    count: (violations: number, imageCount: number) =>
      `${formatCount(violations, 'violation', 'violations')} on ${formatImages(imageCount)}`,
  },
  trend: { percent: (measure: string) => `${measure} (%)`, empty: 'No week has scores.' },
  method: {
    title: 'How the numbers are computed',
    intro:
      'The work is compared with the gold annotations when it is marked as done for the first time. Shapes are matched one to one with the largest total IoU, regardless of labels (Kuhn 1955), if their IoU is at least 0.5. Then the labels, values and attributes of the matches are compared.',
    groupsIntro:
      'The members of the group are compared with the gold members when the group is marked as done for the first time. The same member matches. A wrong member that is left in the group is extra, and a gold member that was removed is missing.',
    interval:
      'The 95 % interval is of the logit of a ratio estimator, with the item as the unit (Korn and Graubard 1998); sampled gold items have the inverse of their sampling probability as weight.',
    decision:
      'The decision on the target is wrong in at most 5 % of cases, however often it is checked (betting confidence sequence of Waudby-Smith and Ramdas 2024).',
    guide: 'Read the guide',
  },
  csv: {
    failed: "Couldn't load the numbers.",
    header: [
      ...['dimension', 'name', 'id', 'measure', 'value', 'low', 'high', 'items', 'n', 'target', 'decision', 'more gold items'],
      ...['text', 'date'],
    ],
    dimensions: {
      total: 'total',
      user: 'annotator',
      label: 'label',
      week: 'week',
      job: 'job',
      agreement: 'agreement',
      pair: 'agreement of pair',
      labelAgreement: 'agreement on label',
      violation: 'violated rule',
      appeal: 'appeal',
    },
    kinds: {
      agreeing: 'identical',
      shapeAlpha: 'alpha of shape labels',
      imageAlpha: 'alpha of image labels',
      valueAlpha: 'alpha of values',
      similarity: 'similarity',
      memberAlpha: 'alpha of members',
      appeal: 'state',
    },
  },
} as const;
