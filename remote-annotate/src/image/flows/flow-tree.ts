import type { AttachedLabel, FlowAction, RecognitionTask, ResolvedFlow } from '@console/shared-contract/api';
import { getPresentIdsAfter, toRemoveChanges, type LabelChange, type OfferedLabel } from '../recognition/state/rules';

/** An active action with its branches. */
export interface FlowNode {
  readonly action: FlowAction;
  /** Null when the action has no task or the task was deleted. */
  readonly task: RecognitionTask | null;
  /** The labels that the user can choose at this action. */
  readonly labels: readonly OfferedLabel[];
  readonly branches: readonly FlowBranch[];
}

/** The nodes below an action that one label activates. If `label` is null, the nodes are always active. */
export interface FlowBranch {
  readonly label: string | null;
  readonly nodes: readonly FlowNode[];
}

/** The current labels of the image or object. They determine which branches are active. */
interface FlowState {
  /** Ids of the present recognition labels. */
  readonly present: ReadonlySet<string>;
  /** The detection label of the object; null on an image. */
  readonly objectLabel: string | null;
}

/**
 * Returns the active actions as a tree. Each action appears once, at its first occurrence: in a graph with shared children the
 * number of paths can be exponential.
 */
export function buildFlowTree(flow: ResolvedFlow, flowState: FlowState): readonly FlowNode[] {
  const actions = new Map(flow.actions.map((action) => [action.id, action]));
  const usedIds = new Set<string>();

  function buildNodes(ids: readonly string[]): readonly FlowNode[] {
    return ids.flatMap((id): FlowNode[] => {
      const action = actions.get(id);
      if (!action || usedIds.has(id)) return [];
      usedIds.add(id);
      const task = flow.tasks.find((candidate) => candidate.id === action.task) ?? null;
      return [{ action, task, labels: getActionLabels(action, task, flow), branches: buildBranches(action) }];
    });
  }

  function buildBranches({ type, cases = {}, children = [] }: FlowAction): readonly FlowBranch[] {
    const isActive = (labelId: string) =>
      type === 'detection_switch' ? labelId === flowState.objectLabel : flowState.present.has(labelId);
    const activeCases = Object.entries(cases).filter(([label]) => isActive(label));
    return [
      ...activeCases.map(([label, ids]): FlowBranch => ({ label, nodes: buildNodes(ids) })),
      { label: null, nodes: buildNodes(children) },
    ].filter(({ nodes }) => nodes.length > 0);
  }

  // Like the server, treat a labelling flow without roots as if its first action were the root.
  const rootIds = flow.root.length > 0 ? flow.root : flow.actions.slice(0, 1).map(({ id }) => id);
  return buildNodes(rootIds);
}

function getActionLabels({ type, cases = {}, labels = [] }: FlowAction, task: RecognitionTask | null, flow: ResolvedFlow) {
  if (task) return task.labels;
  const labelIds = type === 'list' ? labels : type === 'switch' ? Object.keys(cases) : [];
  return labelIds.flatMap((id) => flow.labels.find((label) => label.id === id) ?? []);
}

function collectOfferedLabels(nodes: readonly FlowNode[]): ReadonlySet<string> {
  const offeredIds = new Set<string>();
  const collect = (siblings: readonly FlowNode[]) => {
    for (const { labels, branches } of siblings) {
      for (const { id } of labels) offeredIds.add(id);
      for (const branch of branches) collect(branch.nodes);
    }
  };
  collect(nodes);
  return offeredIds;
}

/** Adds changes that remove the labels of actions which the given changes make inactive. */
export function addFollowingChanges(
  flow: ResolvedFlow,
  objectLabel: string | null,
  presentLabels: readonly AttachedLabel[],
  changes: readonly LabelChange[],
): readonly LabelChange[] {
  const getOfferedLabels = (labelIds: ReadonlySet<string>) =>
    collectOfferedLabels(buildFlowTree(flow, { present: labelIds, objectLabel }));
  const offeredBefore = getOfferedLabels(new Set(presentLabels.map(({ id }) => id)));
  let allChanges = changes;
  for (;;) {
    const labelIds = getPresentIdsAfter(presentLabels, allChanges);
    const offeredAfter = getOfferedLabels(labelIds);
    // Repeat until nothing changes, because removing a label can make further actions inactive.
    const inactiveLabels = presentLabels.filter(({ id }) => labelIds.has(id) && offeredBefore.has(id) && !offeredAfter.has(id));
    if (inactiveLabels.length === 0) return allChanges;
    allChanges = [
      ...allChanges.filter(({ label }) => !inactiveLabels.some(({ id }) => id === label.id)),
      ...toRemoveChanges(inactiveLabels),
    ];
  }
}
