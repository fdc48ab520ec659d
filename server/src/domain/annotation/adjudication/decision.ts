import type { ChosenShape } from '@console/shared-contract/api';
import { createFieldError, notFound } from '../../../platform/errors';
import type { MergeableLabel, MergeableShape } from '../../quality/merge/cluster-shapes';
import type { LabelNames, MergedItem } from './item-layers';
import { messages } from './messages';

/** The labels and shapes that an image gets, and the numbers of shapes by their origin. */
export interface AdjudicationDecision {
  labels: readonly MergeableLabel[];
  shapes: readonly MergeableShape[];
  /** Number of shapes in the decision, by the user who has drawn them. */
  fromUsers: Readonly<Record<string, number>>;
  fromProposal: number;
  edited: number;
}

/** Converts the choice of a reviewer to a decision. Throws 404 or 400 if the item does not have one of the shapes. */
export function resolveChoice(
  mergedItem: MergedItem,
  choice: { shapes: readonly ChosenShape[]; labels: readonly MergeableLabel[] },
): AdjudicationDecision {
  const fromUsers: Record<string, number> = {};
  const countChosen = (from: ChosenShape['from']) => choice.shapes.filter((shape) => shape.from === from).length;
  const shapes = choice.shapes.map((chosenShape) => {
    if (chosenShape.from === 'edited') return toMergeShape(chosenShape.shape);
    if (chosenShape.from === 'layer') fromUsers[chosenShape.user] = (fromUsers[chosenShape.user] ?? 0) + 1;
    return findShape(mergedItem, chosenShape);
  });
  return { labels: choice.labels, shapes, fromUsers, fromProposal: countChosen('proposal'), edited: countChosen('edited') };
}

function findShape({ layers, merged }: MergedItem, choice: Exclude<ChosenShape, { from: 'edited' }>): MergeableShape {
  const layer = choice.from === 'layer' ? layers.find(({ user }) => user === choice.user) : undefined;
  if (choice.from === 'layer' && !layer) throw notFound('User');
  const shape = choice.from === 'layer' ? layer?.shapes[choice.index] : merged.clusters[choice.cluster]?.proposal;
  if (!shape) throw createFieldError('shapes', messages.notInItem);
  return shape;
}

function toMergeShape({
  label = null,
  labels = [],
  rotated_box,
  ...shape
}: Extract<ChosenShape, { from: 'edited' }>['shape']): MergeableShape {
  return { ...shape, label, labels, rotated_box: rotated_box ?? null };
}

/** Returns the result by majority. Null if a reviewer must decide, because of a tie or because a label was deleted. */
export function proposeDecision({ merged }: MergedItem, names: LabelNames): AdjudicationDecision | null {
  if (merged.hasTies) return null;
  const shapes = merged.clusters.filter(({ state }) => state === 'accepted').map(({ proposal }) => proposal);
  const labels = merged.labels
    .filter(({ state }) => state === 'accepted')
    .map(({ label, value }): MergeableLabel => ({ label, value }));
  const usedLabels = [...labels, ...shapes.flatMap((shape) => shape.labels)].map(({ label }) => label);
  const isComplete = [...usedLabels, ...shapes.flatMap(({ label }) => label ?? [])].every((id) => names.has(id));
  return isComplete ? { labels, shapes, fromUsers: {}, fromProposal: shapes.length, edited: 0 } : null;
}
