import { computeBoxOverlap, computeRotatedBoxOverlap } from './box-overlap';
import { computeSegmentOverlap, createSegment, type Segment, type SegmentGeometry } from './segment-overlap';
import { capitalize, listShapeKinds, SHAPE_KINDS, type LabelledShapeKind } from './shape-kinds';
import { findAttributeProblem, type AttributeDefinition, type ShapeAttributes } from './shape-attributes';

// Rules that a task checks before an image is verified (ADR 0118). The server and the image screen evaluate the same functions.
// This file does not import zod: a remote can use it without bundling the schemas.

export const QUALITY_RULES = [
  'empty_image',
  'missing_attribute',
  'missing_label',
  'several_labels',
  'out_of_range',
  'wrong_kind',
  'small',
  'duplicate',
  'unusual_size',
] as const;
export type QualityRule = (typeof QUALITY_RULES)[number];

export const RULE_DOMAINS = ['detection', 'segmentation', 'recognition'] as const;
export type RuleDomain = (typeof RULE_DOMAINS)[number];
/** The rules that tasks of each domain can use. In recognition tasks, the rules check the labels of images. */
export const DOMAIN_RULES: Readonly<Record<RuleDomain, readonly QualityRule[]>> = {
  detection: QUALITY_RULES.filter((rule) => rule !== 'several_labels'),
  segmentation: QUALITY_RULES.filter((rule) => rule !== 'several_labels' && rule !== 'missing_label'),
  recognition: ['missing_label', 'several_labels', 'out_of_range'],
};

/** `warning`: the image screen asks before an image is verified. `error`: the image cannot be verified. Rules without a level are off. */
export const RULE_LEVELS = ['warning', 'error'] as const;
export type RuleLevel = (typeof RULE_LEVELS)[number];

/** Kinds of shapes that a task can allow. */
export type RuleKind = LabelledShapeKind | 'rotated';

/** Returns the kinds of shapes with labels of the domain. */
export const listRuleKinds = (domain: RuleDomain): RuleKind[] =>
  domain === 'recognition'
    ? []
    : listShapeKinds(domain).flatMap((kind): RuleKind[] => (kind === 'object' ? [kind, 'rotated'] : [kind]));

export const RULE_KINDS: readonly RuleKind[] = [...listRuleKinds('detection'), ...listRuleKinds('segmentation')];

export interface QualityRules {
  levels?: Partial<Record<QualityRule, RuleLevel>> | undefined;
  /** Minimum width and height in pixels for the rule `small`. */
  min_side?: number | undefined;
  /** Kinds of shapes that the rule `wrong_kind` allows. */
  kinds?: RuleKind[] | undefined;
}

export const DEFAULT_MIN_SIDE = 8;
/** Two shapes with the same label and a greater intersection over union are duplicates. */
const DUPLICATE_IOU = 0.9;
/**
 * Maximum modified z-score 0.6745 (x - median) / MAD: Iglewicz and Hoaglin, "How to Detect and Handle Outliers", ASQC Quality
 * Press (1993), section 3.3. `x` is the logarithm of the area of the shape's box divided by the area of the image.
 */
export const MAX_SIZE_SCORE = 3.5;
/** Minimum number of shapes of a label that is needed to detect unusual sizes. */
const MIN_SIZES = 20;

/** Number, median and median absolute deviation of the sizes of the shapes of a label; see `MAX_SIZE_SCORE`. */
export interface SizeStatistics {
  n: number;
  median: number;
  mad: number;
}

export interface RuleLabel {
  id: string;
  name: string;
  attributes: AttributeDefinition[];
  /** Recognition tasks with their labels. The rule `missing_label` requires that each object has a label of each of these tasks. */
  required: { name: string; labels: string[] }[];
  /** Null if the task does not check sizes, or the label has no shapes. */
  sizes: SizeStatistics | null;
  /** The limits of the values of a recognition label. Missing for other labels. */
  min_value?: number | null | undefined;
  max_value?: number | null | undefined;
}

/** A task with its rules. */
export interface RuleTask {
  id: string;
  name: string;
  domain: RuleDomain;
  /** Whether an image can have only one label of the task. Only for recognition tasks. */
  single_label?: boolean | null | undefined;
  rules: QualityRules;
  labels: RuleLabel[];
}

export interface CheckedShape {
  id: string;
  kind: RuleKind;
  /** Id of the label. */
  label: string;
  /** The upright box around the shape: x1, y1, x2, y2. */
  box: readonly number[];
  rotatedBox: readonly number[] | null;
  /** Returns the outline or pixels of a polygon or mask. Missing for other kinds. */
  getSegment?: () => SegmentGeometry;
  /** Null if the kind has no attributes. */
  attributes: ShapeAttributes | null;
  /** Ids of the recognition labels of the shape. */
  labels: readonly string[];
}

export interface CheckedImage {
  width: number;
  height: number;
  /** Shapes with labels, in the order of creation. */
  shapes: readonly CheckedShape[];
  /** Recognition labels of the image. */
  labels: readonly { id: string; value: number | null }[];
  /** Whether the image has no shape of any kind. */
  isEmpty: boolean;
  /** Whether a verification states that there is nothing to annotate. */
  isStatedEmpty: boolean;
}

export interface RuleViolation {
  task: string;
  rule: QualityRule;
  level: RuleLevel;
  /** Null if the violation concerns the complete image. */
  shape: { kind: RuleKind; id: string } | null;
  /** Describes the problem in a sentence for the user. */
  text: string;
}

/** Returns the violations of the rules of a task on an image, in the order of `QUALITY_RULES`. */
export function findViolations(image: CheckedImage, task: RuleTask): RuleViolation[] {
  if (task.domain === 'recognition') return findLabelViolations(image, task);
  const labels = new Map(task.labels.map((label) => [label.id, label]));
  const shapes = image.shapes.flatMap((shape) => {
    const label = labels.get(shape.label);
    return label ? [{ shape, label }] : [];
  });
  return QUALITY_RULES.flatMap((rule): RuleViolation[] => {
    const level = task.rules.levels?.[rule];
    if (!level || rule === 'several_labels') return [];
    if (rule === 'empty_image')
      return image.isEmpty && !image.isStatedEmpty
        ? [
            {
              task: task.id,
              rule,
              level,
              shape: null,
              text: 'The image has no shapes and is not marked as “Nothing to annotate”.',
            },
          ]
        : [];
    const problems =
      rule === 'duplicate'
        ? findDuplicates(shapes)
        : shapes.flatMap((shape) => SHAPE_RULES[rule](shape, { image, rules: task.rules }).map((text) => ({ ...shape, text })));
    return problems.map(({ shape: { kind, id }, label, text }) => ({
      task: task.id,
      rule,
      level,
      shape: { kind, id },
      text: `${describeKind(kind)} “${label.name}” ${text}`,
    }));
  });
}

/** Returns the labels of an image that violate the rules of a recognition task. */
function findLabelViolations(
  image: CheckedImage,
  { id, name, rules, labels, single_label: isSingleLabel }: RuleTask,
): RuleViolation[] {
  const attachedLabels = image.labels.flatMap(({ id: labelId, value }) => {
    const label = labels.find((candidate) => candidate.id === labelId);
    return label ? [{ ...label, value }] : [];
  });
  const textsByRule: Partial<Record<QualityRule, string[]>> = {
    missing_label: attachedLabels.length === 0 ? [`The image has no label of “${name}”.`] : [],
    several_labels:
      isSingleLabel === true && attachedLabels.length > 1
        ? [`The image has ${attachedLabels.length} labels of “${name}”, which allows one.`]
        : [],
    out_of_range: attachedLabels.flatMap(({ name: labelName, value, min_value: min, max_value: max }) => {
      const problem =
        value === null ? null : findAttributeProblem(value, { name: labelName, type: 'number', ...toLimits(min, max) });
      return problem === null ? [] : [`The label “${labelName}” has the value ${value}, which ${problem}.`];
    }),
  };
  return DOMAIN_RULES.recognition.flatMap((rule) => {
    const level = rules.levels?.[rule];
    return level ? (textsByRule[rule] ?? []).map((text): RuleViolation => ({ task: id, rule, level, shape: null, text })) : [];
  });
}

const toLimits = (min: number | null | undefined, max: number | null | undefined) => ({
  ...(min != null && { min }),
  ...(max != null && { max }),
});

const describeKind = (kind: RuleKind) => (kind === 'rotated' ? 'Rotated box' : capitalize(SHAPE_KINDS[kind].imported));

interface LabelledShape {
  shape: CheckedShape;
  label: RuleLabel;
}
interface RuleContext {
  image: CheckedImage;
  rules: QualityRules;
}
/** Returns the problems of a shape. Each text is the end of a sentence. */
type ShapeRule = (labelled: LabelledShape, context: RuleContext) => string[];

const SHAPE_RULES: Readonly<Record<Exclude<QualityRule, 'empty_image' | 'duplicate' | 'several_labels'>, ShapeRule>> = {
  missing_attribute: ({ shape: { attributes }, label }) => {
    if (attributes === null) return [];
    const missingAttributes = label.attributes.filter(
      ({ name, required }) => required === true && attributes[name] === undefined,
    );
    return missingAttributes.map(({ name }) => `has no value for “${name}”.`);
  },
  missing_label: ({ shape, label }) =>
    shape.kind === 'object' || shape.kind === 'rotated'
      ? label.required
          .filter(({ labels }) => !labels.some((id) => shape.labels.includes(id)))
          .map(({ name }) => `has no label of “${name}”.`)
      : [],
  out_of_range: ({ shape: { attributes }, label }) =>
    label.attributes.flatMap((definition) => {
      const value = attributes?.[definition.name];
      const problem = value === undefined ? null : findAttributeProblem(value, definition);
      return problem === null ? [] : [`has the value ${String(value)} for “${definition.name}”, which ${problem}.`];
    }),
  wrong_kind: ({ shape: { kind } }, { rules: { kinds } }) =>
    kinds === undefined || kinds.includes(kind) ? [] : ['has a kind that the task does not allow.'],
  small: ({ shape }, { rules: { min_side: minSide = DEFAULT_MIN_SIDE } }) => {
    const [width, height] = getSides(shape).map((side) => Math.round(side * 10) / 10) as [number, number];
    return Math.min(width, height) < minSide ? [`is ${width} × ${height} px. The minimum is ${minSide} px.`] : [];
  },
  unusual_size: ({ shape, label: { sizes } }, { image }) => {
    const score = sizes && computeSizeScore(computeRelativeSize(shape.box, image), sizes);
    if (score === null || Math.abs(score) <= MAX_SIZE_SCORE) return [];
    return [`is unusually ${score > 0 ? 'large' : 'small'} for its label (modified z-score ${score.toFixed(1)}).`];
  },
};

/** Returns the width and height of a shape in pixels. For a rotated box, these are the lengths of its sides. */
function getSides({ box: [x1 = 0, y1 = 0, x2 = 0, y2 = 0], rotatedBox }: CheckedShape): [number, number] {
  return rotatedBox ? [rotatedBox[2] ?? 0, rotatedBox[3] ?? 0] : [x2 - x1, y2 - y1];
}

/** Returns the logarithm of the area of a box `x1, y1, x2, y2` divided by the area of the image. */
function computeRelativeSize([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[], image: { width: number; height: number }) {
  return Math.log(((x2 - x1) * (y2 - y1)) / (image.width * image.height));
}

/** Returns the modified z-score of a size; null if there are too few sizes, or at least half of them are equal. */
export function computeSizeScore(size: number, { n, median, mad }: SizeStatistics): number | null {
  return n < MIN_SIZES || mad === 0 || !Number.isFinite(size) ? null : (0.6745 * (size - median)) / mad;
}

/**
 * Returns how the overlap of two shapes of a kind is computed: from their boxes, or for polygons and masks from their pixels. Null for
 * kinds of shapes that are not compared.
 */
function getOverlap(kind: RuleKind): 'box' | 'pixels' | null {
  if (kind === 'object' || kind === 'rotated') return 'box';
  return SHAPE_KINDS[kind].domain === 'segmentation' ? 'pixels' : null;
}

/**
 * Returns the shapes that duplicate an earlier shape. An image can have thousands of shapes. So each shape is compared only with shapes
 * whose left side is left of its right side. Pixels are computed only for shapes whose boxes overlap.
 */
function findDuplicates(shapes: readonly LabelledShape[]): (LabelledShape & { text: string })[] {
  const comparedShapes = shapes
    .filter(({ shape: { kind } }) => getOverlap(kind) !== null)
    .map((labelled, index) => ({ labelled, index, left: labelled.shape.box[0] ?? 0, right: labelled.shape.box[2] ?? 0 }));
  const shapesFromLeft = comparedShapes.toSorted((a, b) => a.left - b.left);
  const duplicates = new Set<number>();
  const isDuplicate = createDuplicateTest();
  for (const [position, { labelled, index, right }] of shapesFromLeft.entries())
    for (let nextPosition = position + 1; nextPosition < shapesFromLeft.length; nextPosition++) {
      const candidate = shapesFromLeft[nextPosition];
      if (!candidate || candidate.left >= right) break;
      if (candidate.labelled.label.id !== labelled.label.id) continue;
      if (isDuplicate(labelled.shape, candidate.labelled.shape)) duplicates.add(Math.max(index, candidate.index));
    }
  return comparedShapes.flatMap(({ labelled, index }) => {
    const noun = getOverlap(labelled.shape.kind) === 'box' ? 'box' : 'shape';
    return duplicates.has(index) ? [{ ...labelled, text: `covers the same area as another ${noun} with this label.` }] : [];
  });
}

/** Creates a function that returns whether two shapes are duplicates. It converts each polygon or mask to pixels at most once. */
function createDuplicateTest(): (a: CheckedShape, b: CheckedShape) => boolean {
  const segments = new Map<CheckedShape, Segment | null>();
  const getSegment = (shape: CheckedShape): Segment | null => {
    const segment = segments.has(shape) ? segments.get(shape)! : shape.getSegment ? createSegment(shape.getSegment()) : null;
    segments.set(shape, segment);
    return segment;
  };
  return (a, b) => {
    if (getOverlap(a.kind) !== getOverlap(b.kind) || computeBoxOverlap(a.box, b.box) === 0) return false;
    if (getOverlap(a.kind) === 'box') return computeRotatedBoxOverlap(a, b) > DUPLICATE_IOU;
    const [first, second] = [getSegment(a), getSegment(b)];
    return first !== null && second !== null && computeSegmentOverlap(first, second) > DUPLICATE_IOU;
  };
}
