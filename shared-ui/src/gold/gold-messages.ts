import { formatCount } from '../format/counts';

/** The kind of rows that become gold items. */
export type GoldKind = 'images' | 'groups';

function createMessages(singular: string, plural: string, texts: { intro: string; taskHint: string }) {
  const formatItems = (number: number) => formatCount(number, singular, plural);
  return {
    ...texts,
    open: 'Add to gold',
    selectSingly: `Select ${plural} one by one or by page to add them to gold.`,
    title: (number: number) => `Add ${formatItems(number)} to gold`,
    submit: 'Add to gold',
    task: 'Task',
    counting: `Counting the ${plural} …`,
    created: (number: number) =>
      `${formatCount(number, `${singular} will become a gold item`, `${plural} will become gold items`)}.`,
    alreadyGold: (number: number) =>
      `${formatCount(number, `${singular} is a gold item`, `${plural} are gold items`)} of this task already.`,
    notVerified: (number: number) =>
      `${formatCount(number, `${singular} is`, `${plural} are`)} not verified, and will be left out. Verify the ${plural} first.`,
    otherType: (number: number) =>
      `${formatCount(number, `${singular} has`, `${plural} have`)} a type that is not one of the task, or no type, and will be left out.`,
    failed: `Couldn't add the ${plural} to gold.`,
    done: (number: number) => `${formatItems(number)} added to gold.`,
  };
}

/** Interface text for turning images or groups into gold items: items with a known correct result, which measure annotators. */
export const goldMessages = {
  images: createMessages('image', 'images', {
    intro:
      'Gold items are images whose annotations are known to be correct. Annotators get them among the other images of a job without noticing, and their work is compared with a copy of these annotations.',
    taskHint: 'The copy contains the annotations with labels of this task.',
  }),
  groups: createMessages('group', 'groups', {
    intro:
      'Gold items are groups whose members are known to be correct. Annotators get them among the other groups of a job without noticing, with some members of other groups, and their work is compared with a copy of the correct members.',
    taskHint: 'The scores of all gold items of a task are one report.',
  }),
} as const;
