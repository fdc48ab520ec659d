import { computeRotatedBounds } from '@console/shared-contract/rotated-box';
import type { AttributeValue, ShapeAttributes } from '@console/shared-contract/shape-attributes';
import { compareTexts, type ClusterMember, type MergeableLabel, type MergeableShape } from './cluster-shapes';
import { computeMedian, decideVote, findMajority } from './vote';

/** The shape that represents a cluster. */
interface MergedShape {
  shape: MergeableShape;
  /** Whether several labels are equally frequent, or exactly half of the users have set a label of the object. */
  isLabelTied: boolean;
}

/**
 * Merges the shapes of a cluster. The label is the most frequent one. Boxes get the mean of their coordinates, weighted by the
 * similarity of each to the others; points get the mean position. Polygons, masks and skeletons are copied from the medoid, the
 * member that is most similar to the others. A majority of pixels would turn polygons into masks, whereas the medoid keeps the
 * vertices that a user has set. Members with another label do not influence the attributes and the medoid, because attributes and
 * the points of skeletons depend on the label.
 */
export function mergeShapes(members: readonly ClusterMember[]): MergedShape {
  const { value: labelName, isTie } = findMajority(members.map(getLabelName));
  const voters = members.filter((member) => getLabelName(member) === labelName);
  const medoid = findMedoid(voters);
  const objectLabels = mergeLabels(voters.map((voter) => voter.shape.labels));
  const shape: MergeableShape = { ...medoid.shape, ...mergeGeometry(members, medoid), labels: objectLabels.labels };
  if (medoid.shape.attributes) shape.attributes = mergeAttributes(voters, medoid);
  return { shape, isLabelTied: isTie || objectLabels.hasTie };
}

/** Returns the label of a shape, or the name of a point. */
const getLabelName = ({ shape }: ClusterMember): string | null => (shape.kind === 'point' ? (shape.name ?? null) : shape.label);

/**
 * Returns the member with the greatest mean similarity to the other members. The order of the members does not depend on users, so neither
 * does the result.
 */
const findMedoid = (members: readonly ClusterMember[]): ClusterMember =>
  members.reduce((best, member) => (member.similarity > best.similarity ? member : best));

function mergeGeometry(
  members: readonly ClusterMember[],
  { shape: medoid }: ClusterMember,
): Partial<Pick<MergeableShape, 'data' | 'rotated_box'>> {
  if (medoid.kind === 'point') return { data: computeWeightedMean(members, ({ data }) => data).map(Math.round) };
  if (medoid.kind !== 'object') return {};
  const { rotated_box: rotatedBox } = medoid;
  // Upright and rotated boxes are not averaged, because their sides have different directions.
  const sameKindBoxes = members.filter(({ shape }) => (shape.rotated_box == null) === (rotatedBox == null));
  if (!rotatedBox) return { data: computeWeightedMean(sameKindBoxes, ({ data }) => data).map(Math.round) };
  const [x = 0, y = 0, width = 0, height = 0, angle = 0] = computeWeightedMean(sameKindBoxes, ({ rotated_box: box }) =>
    alignRotation(box ?? rotatedBox, rotatedBox),
  );
  const mergedBox = [...[x, y, width, height].map(roundToHundredths), roundToHundredths((angle + 360) % 360) % 360];
  return { rotated_box: mergedBox, data: computeRotatedBounds(mergedBox) };
}

const roundToHundredths = (value: number) => Math.round(value * 100) / 100;

function computeWeightedMean(
  members: readonly ClusterMember[],
  getNumbers: (shape: MergeableShape) => readonly number[],
): number[] {
  const totalSimilarity = members.reduce((sum, { similarity }) => sum + similarity, 0);
  const rows = members.map(({ shape, similarity }) => ({ numbers: getNumbers(shape), similarity }));
  return rows[0]!.numbers.map((_, index) =>
    totalSimilarity === 0
      ? rows.reduce((sum, { numbers }) => sum + numbers[index]!, 0) / rows.length
      : rows.reduce((sum, { numbers, similarity }) => sum + numbers[index]! * similarity, 0) / totalSimilarity,
  );
}

/**
 * Rewrites a rotated box so that its angle is as close as possible to the angle of another box. A box can be described in four ways: each
 * quarter turn swaps width and height. The angle can be below 0 or above 360.
 */
function alignRotation(box: readonly number[], target: readonly number[]): number[] {
  const [x = 0, y = 0, width = 0, height = 0, angle = 0] = box;
  const quarterTurns = Math.round(((target[4] ?? 0) - angle) / 90);
  const sides = quarterTurns % 2 === 0 ? [width, height] : [height, width];
  return [x, y, ...sides, angle + quarterTurns * 90];
}

/** Returns the labels that more than half of these users have set, with the median of their values. */
function mergeLabels(labelsByUser: readonly (readonly MergeableLabel[])[]): { labels: MergeableLabel[]; hasTie: boolean } {
  const valuesByLabel = new Map<string, (number | null)[]>();
  for (const { label, value } of labelsByUser.flat()) valuesByLabel.set(label, [...(valuesByLabel.get(label) ?? []), value]);
  const votes = [...valuesByLabel].map(([label, values]) => ({
    label,
    value: mergeValues(values),
    state: decideVote(values.length, labelsByUser.length),
  }));
  const labels = votes
    .filter(({ state }) => state === 'accepted')
    .map(({ label, value }) => ({ label, value }))
    .sort((a, b) => compareTexts(a.label, b.label));
  return { labels, hasTie: votes.some(({ state }) => state === 'tie') };
}

/** Returns the median of the values of a label; null if no user has set a value. */
export function mergeValues(values: readonly (number | null)[]): number | null {
  const numbers = values.filter((value) => value !== null);
  return numbers.length === 0 ? null : computeMedian(numbers);
}

/** Numbers get their median, other attributes the most frequent value. In a tie, the medoid decides. A missing flag is the same as false. */
function mergeAttributes(voters: readonly ClusterMember[], medoid: ClusterMember): ShapeAttributes {
  const attributes = voters.map(({ shape }) => shape.attributes ?? {});
  const names = [...new Set(attributes.flatMap((attribute) => Object.keys(attribute)))].sort(compareTexts);
  const mergedEntries = names.map((name): [string, AttributeValue | undefined] => {
    const values = attributes.map((attribute) => attribute[name]);
    const numbers = values.filter((value) => typeof value === 'number');
    if (numbers.length * 2 > values.length) return [name, computeMedian(numbers)];
    const { value, isTie } = findMajority(values.map((voted) => JSON.stringify(voted ?? false)));
    if (isTie) return [name, medoid.shape.attributes?.[name]];
    return [name, values.find((candidate) => JSON.stringify(candidate ?? false) === value)];
  });
  return Object.fromEntries(mergedEntries.filter(([, value]) => value !== undefined)) as ShapeAttributes;
}
