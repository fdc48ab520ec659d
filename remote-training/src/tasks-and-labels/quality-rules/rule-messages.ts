import type { QualityRule, RuleDomain, RuleKind } from '@console/shared-contract/quality-rules';
import { toShapeTitle } from '@console/shared-contract/shape-kinds';
import { formatCount } from '@console/shared-ui/format';

/** Name and explanation of each rule. */
export const RULE_TEXTS: Readonly<Record<QualityRule, { name: string; hint: string }>> = {
  empty_image: { name: 'Image without shapes', hint: 'Unless it is marked as “Nothing to annotate”. Applies to all images.' },
  missing_attribute: { name: 'Missing attribute', hint: 'A required attribute of the label has no value.' },
  missing_label: { name: 'Missing label', hint: 'A box has no label of a recognition task that belongs to its detection label.' },
  several_labels: { name: 'More than one label', hint: 'An image has more than one label of a task that allows one.' },
  out_of_range: { name: 'Value out of range', hint: 'An attribute has a value that its definition does not allow.' },
  wrong_kind: { name: 'Kind of shape not allowed', hint: 'A shape is of a kind that is not selected.' },
  small: { name: 'Too small', hint: 'The width or the height of a shape is below the minimum.' },
  duplicate: {
    name: 'Duplicate shapes',
    hint: 'Two boxes, or two polygons or masks, with the same label overlap by more than 90 % (intersection over union).',
  },
  unusual_size: {
    name: 'Unusual size',
    hint: 'Modified z-score 0.6745 (x − median) / MAD of the label above 3.5, where x is the logarithm of the relative area (Iglewicz and Hoaglin, 1993).',
  },
};

/** Explanations of rules of recognition tasks that differ from those of tasks with shapes. */
const RECOGNITION_HINTS: Partial<Readonly<Record<QualityRule, string>>> = {
  missing_label: 'An image has no label of this task. Applies to all images.',
  out_of_range: 'A label of an image has a value outside of its limits.',
};

/** Returns the explanation of a rule of a task. */
export const getRuleHint = (rule: QualityRule, domain: RuleDomain): string =>
  (domain === 'recognition' ? RECOGNITION_HINTS[rule] : undefined) ?? RULE_TEXTS[rule].hint;

/** Messages of the dialog for the rules of a task. */
export const ruleMessages = {
  action: 'Quality rules',
  title: (task: string) => `Quality rules: ${task}`,
  intro:
    'An image with an error cannot be verified, and a warning asks before the image is verified. Rules about shapes apply to those with a label of this task.',
  recognitionIntro:
    'An image with an error cannot be verified, and a warning asks before the image is verified. The rules apply to the labels of images, not to those of objects.',
  levels: { off: 'Off', warning: 'Warning', error: 'Error' },
  level: (rule: string) => `Level of the rule: ${rule}`,
  minSide: 'Minimum width and height in pixels',
  minSideInvalid: 'Enter a whole number from 1 to 10,000.',
  kinds: 'Allowed kinds',
  kindName: (kind: RuleKind): string => (kind === 'rotated' ? 'Rotated boxes' : toShapeTitle(kind)),
  save: 'Save rules',
  saved: { title: 'Rules saved' },
  saveFailed: "Couldn't save the rules.",
  check: 'Check all images',
  checking: (images: number) => `Checking: ${formatCount(images, 'image', 'images')}`,
  checkFailed: "Couldn't check the images.",
  saveFirst: 'Save the rules before you check the images.',
  noRules: 'Turn on a rule to check the images.',
  violations: 'Violations',
  none: 'No known violations. Check all images to find new ones.',
  count: (violations: number, images: number) =>
    `${formatCount(violations, 'violation', 'violations')} in ${formatCount(images, 'image', 'images')}`,
  foundAt: (time: string) => `As of ${time}`,
  open: 'Open images',
  openShapes: 'Open shapes',
  delete: 'Delete shapes',
  deleteRule: (rule: string) => `Delete shapes: ${rule}`,
  deleteTitle: (rule: string) => `Delete the shapes that violate “${rule}”?`,
  deleteText: (shapes: number, images: number) =>
    `To be deleted: ${formatCount(shapes, 'shape', 'shapes')} in ${formatCount(images, 'image', 'images')}. You can undo this.`,
  duplicateText: 'Of each pair of duplicates, the older box is kept.',
  nothingLeft: 'No shape violates this rule any more.',
  deleting: (shapes: number) => `Deleted: ${formatCount(shapes, 'shape', 'shapes')}`,
  deleted: (shapes: number) => formatCount(shapes, 'shape deleted', 'shapes deleted'),
  deleteFailed: "Couldn't delete the shapes.",
} as const;
