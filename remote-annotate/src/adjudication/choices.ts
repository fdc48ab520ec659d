import type { ChosenShape, DisputedItemDetails, LabelVote, ShapeCluster, ProposedShape } from '@console/shared-contract/api';

/** The reviewer's choice for a cluster (the shapes that annotators drew for one object): whose shape becomes part of the result. */
export type ShapeChoice =
  | { readonly from: 'user'; readonly user: string }
  | { readonly from: 'proposal' }
  | { readonly from: 'none' };

/** The reviewer's choice for a label of the image: whether the result has the label, and its value. */
export interface LabelChoice {
  readonly isKept: boolean;
  readonly value: number | null;
}

/** The choices for an item, in the order of its clusters and labels. A choice is null while the reviewer must decide. */
export interface Choices {
  readonly shapes: readonly (ShapeChoice | null)[];
  readonly labels: readonly (LabelChoice | null)[];
}

const NO_SHAPE: ShapeChoice = { from: 'none' };
const PROPOSAL: ShapeChoice = { from: 'proposal' };

/** The choice for a label that was deleted since. The server rejects results with deleted labels. */
const NO_LABEL: LabelChoice = { isKept: false, value: null };

/** Returns the choices of the majority. The choice for a tie is null. */
export function createChoices({ clusters, labels }: DisputedItemDetails): Choices {
  return {
    shapes: clusters.map(({ state }) => (state === 'tie' ? null : state === 'accepted' ? PROPOSAL : NO_SHAPE)),
    labels: labels.map(({ state, value, name }) => {
      if (name === null) return NO_LABEL;
      return state === 'tie' ? null : { isKept: state === 'accepted', value };
    }),
  };
}

/** Chooses the shape of a user. If the user has not drawn the object, the result does not contain it. */
export const chooseShapeOfUser = (cluster: ShapeCluster, userId: string): ShapeChoice =>
  cluster.members.some((member) => member.user === userId) ? { from: 'user', user: userId } : NO_SHAPE;

/** Chooses all shapes and labels of one user. */
export function chooseAllOfUser({ clusters, labels, layers }: DisputedItemDetails, userId: string): Choices {
  const labelsOfUser = layers.find((layer) => layer.user.id === userId)?.labels ?? [];
  return {
    shapes: clusters.map((cluster) => chooseShapeOfUser(cluster, userId)),
    labels: labels.map(({ label, name }) => {
      if (name === null) return NO_LABEL;
      const keptLabel = labelsOfUser.find((layerLabel) => layerLabel.label === label);
      return { isKept: keptLabel !== undefined, value: keptLabel?.value ?? null };
    }),
  };
}

const replaceAt = <Value>(values: readonly Value[], index: number, value: Value): Value[] =>
  values.map((current, position) => (position === index ? value : current));

export const withShapeChoice = (choices: Choices, index: number, choice: ShapeChoice): Choices => ({
  ...choices,
  shapes: replaceAt(choices.shapes, index, choice),
});

export const withLabelChoice = (choices: Choices, index: number, { value }: LabelVote, isKept: boolean): Choices => ({
  ...choices,
  labels: replaceAt(choices.labels, index, { isKept, value }),
});

export const isSameChoice = (a: ShapeChoice | null | undefined, b: ShapeChoice): boolean =>
  a?.from === b.from && (a.from !== 'user' || b.from !== 'user' || a.user === b.user);

/** Returns the index of the first cluster without a choice; -1 if all clusters have one. */
export const findUndecidedIndex = ({ shapes }: Choices): number => shapes.indexOf(null);

export const countUndecided = ({ shapes, labels }: Choices): number =>
  [...shapes, ...labels].filter((choice) => choice === null).length;

/** Returns the shape that a choice adds to the result; null if it adds none. */
export function getChosenShape(
  { layers }: DisputedItemDetails,
  { members, proposal }: ShapeCluster,
  choice: ShapeChoice | null,
): ProposedShape | null {
  if (choice === null || choice.from === 'none') return null;
  if (choice.from === 'proposal') return proposal;
  const member = members.find(({ user }) => user === choice.user);
  return layers.find(({ user }) => user.id === choice.user)?.shapes[member?.shape ?? -1] ?? null;
}

/** Converts the choices to the request body of the submission. */
export function toResult({ clusters, labels }: DisputedItemDetails, choices: Choices) {
  return {
    shapes: clusters.flatMap(({ members }, clusterIndex): ChosenShape[] => {
      const choice = choices.shapes[clusterIndex];
      if (choice?.from === 'proposal') return [{ from: 'proposal', cluster: clusterIndex }];
      if (choice?.from !== 'user') return [];
      return members.flatMap(({ user, shape }) => (user === choice.user ? [{ from: 'layer', user, index: shape }] : []));
    }),
    labels: labels.flatMap(({ label }, index) => {
      const choice = choices.labels[index];
      return choice?.isKept ? [{ label, value: choice.value }] : [];
    }),
  };
}
