import {
  clusterShapes,
  compareTexts,
  type ClusterMember,
  type ClusterOptions,
  type AnnotatorWork,
  type MergeableShape,
} from './cluster-shapes';
import { mergeShapes, mergeValues } from './merge-shapes';
import { decideVote, type VoteState } from './vote';

/** Shapes of several users that show the same object, with a proposal. */
interface MergedCluster<Shape extends MergeableShape = MergeableShape> {
  members: readonly ClusterMember<Shape>[];
  /** Number of users who have drawn the object, divided by the number of all users. */
  voteShare: number;
  /** Mean similarity of all pairs of members; null for a single member. */
  similarity: number | null;
  state: VoteState;
  /** Whether a user must decide on the label, or on a label of the object. */
  isLabelTied: boolean;
  /** The merged shape, which becomes part of the result if the cluster is accepted. */
  proposal: MergeableShape;
}

/** A label of the image that at least one user has set. */
interface MergedLabel {
  label: string;
  users: readonly string[];
  state: VoteState;
  /** Median of the values; null without values. */
  value: number | null;
}

/** The annotations of several users, merged into a proposal. */
export interface MergedLayers<Shape extends MergeableShape = MergeableShape> {
  /** Ties come first, then the clusters with the lowest vote share and similarity. */
  clusters: readonly MergedCluster<Shape>[];
  labels: readonly MergedLabel[];
  /** Whether a user must decide on a cluster or label. */
  hasTies: boolean;
}

/** Merges the annotation layers of several users by majority. The order of the layers has no influence. */
export function mergeLayers<Shape extends MergeableShape>(
  layers: readonly AnnotatorWork<Shape>[],
  options: ClusterOptions = {},
): MergedLayers<Shape> {
  const clusters = clusterShapes(layers, options)
    .map((members) => mergeCluster(members, layers.length))
    .sort(compareClusters);
  const labels = mergeImageLabels(layers);
  return { clusters, labels, hasTies: [...clusters, ...labels].some(({ state }) => state === 'tie') };
}

function mergeCluster<Shape extends MergeableShape>(
  members: readonly ClusterMember<Shape>[],
  userCount: number,
): MergedCluster<Shape> {
  const { shape, isLabelTied } = mergeShapes(members);
  const vote = decideVote(members.length, userCount);
  return {
    members,
    voteShare: members.length / userCount,
    similarity: members.length < 2 ? null : members.reduce((sum, { similarity }) => sum + similarity, 0) / members.length,
    state: vote === 'accepted' && isLabelTied ? 'tie' : vote,
    isLabelTied,
    proposal: shape,
  };
}

function compareClusters(a: MergedCluster, b: MergedCluster): number {
  return (
    Number(b.state === 'tie') - Number(a.state === 'tie') ||
    a.voteShare - b.voteShare ||
    (a.similarity ?? 0) - (b.similarity ?? 0) ||
    comparePositions(a.proposal, b.proposal)
  );
}

/** Compares shapes from top to bottom, then from left to right. */
const comparePositions = ({ data: [x1 = 0, y1 = 0] }: MergeableShape, { data: [x2 = 0, y2 = 0] }: MergeableShape): number =>
  y1 - y2 || x1 - x2;

function mergeImageLabels(layers: readonly AnnotatorWork[]): MergedLabel[] {
  const ids = [...new Set(layers.flatMap(({ labels }) => labels.map(({ label }) => label)))].sort(compareTexts);
  return ids.map((label) => {
    const votes = layers.flatMap(({ user, labels }) => {
      const vote = labels.find((layerLabel) => layerLabel.label === label);
      return vote ? [{ user, value: vote.value }] : [];
    });
    return {
      label,
      users: votes.map(({ user }) => user).sort(compareTexts),
      state: decideVote(votes.length, layers.length),
      value: mergeValues(votes.map(({ value }) => value)),
    };
  });
}
