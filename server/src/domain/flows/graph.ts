import type { FlowAction, FlowGraph } from '@console/shared-contract/api';
import { MAX_FLOW_PATHS } from '@console/shared-contract/limits';
import { createFieldError } from '../../platform/errors';
import { messages } from './messages';

/** Lists the ids of the actions that follow an action. */
function listNextActions(action: FlowAction): string[] {
  return [...(action.children ?? []), ...Object.values(action.cases ?? {}).flat()];
}

/** Returns the first error of a graph (too many edges, duplicate or unknown actions, or a cycle), or null if the graph is valid. */
export function findGraphError(graph: FlowGraph): string | null {
  const edgeCount = graph.actions.reduce((sum, action) => sum + listNextActions(action).length, graph.root.length);
  if (edgeCount > MAX_FLOW_PATHS) return messages.tooManyEdges(MAX_FLOW_PATHS);
  const actions = new Map<string, FlowAction>();
  for (const action of graph.actions) {
    if (actions.has(action.id)) return messages.duplicateAction(action.id);
    actions.set(action.id, action);
  }
  for (const id of [...graph.root, ...graph.actions.flatMap(listNextActions)]) {
    if (!actions.has(id)) return messages.unknownAction(id);
  }
  const cyclicAction = findActionThatReachesCycle(actions);
  return cyclicAction && messages.cycle(cyclicAction);
}

/** Throws 400 with the first error of the graph. */
export function requireValidGraph(graph: FlowGraph): void {
  const error = findGraphError(graph);
  if (error) throw createFieldError('json_data', error);
}

/** Returns the id of the first action; null for an empty graph. */
export function getFirstActionId({ root, actions }: FlowGraph): string | null {
  return root[0] ?? actions[0]?.id ?? null;
}

/**
 * Finds an action that is in a cycle or leads to one. Kahn's algorithm removes actions without next actions until no such action is left.
 * Each remaining action leads to a cycle. This visits each edge once; following every path from the root could take exponential time.
 */
function findActionThatReachesCycle(actions: ReadonlyMap<string, FlowAction>): string | null {
  const previousActions = new Map<string, string[]>([...actions.keys()].map((id) => [id, []]));
  const remainingEdges = new Map<string, number>();
  for (const [id, action] of actions) {
    const nextIds = listNextActions(action);
    remainingEdges.set(id, nextIds.length);
    for (const nextId of nextIds) previousActions.get(nextId)?.push(id);
  }
  const finalActions = [...actions.keys()].filter((id) => remainingEdges.get(id) === 0);
  for (let id = finalActions.pop(); id !== undefined; id = finalActions.pop()) {
    remainingEdges.delete(id);
    for (const previousId of previousActions.get(id) ?? []) {
      const remainingCount = (remainingEdges.get(previousId) ?? 0) - 1;
      remainingEdges.set(previousId, remainingCount);
      if (remainingCount === 0) finalActions.push(previousId);
    }
  }
  return [...remainingEdges.keys()][0] ?? null;
}

interface GraphReferences {
  recognitionTasks: string[];
  detectionTasks: string[];
  recognitionLabels: string[];
  detectionLabels: string[];
}

/** Lists the ids of the tasks and labels that a graph refers to. */
export function listReferences({ actions }: FlowGraph): GraphReferences {
  const isObjectAction = (action: FlowAction) => action.type === 'detection_switch';
  const listTasks = (selected: FlowAction[]) => selected.flatMap((action) => action.task ?? []);
  const listCases = (selected: FlowAction[]) => selected.flatMap((action) => Object.keys(action.cases ?? {}));
  const objectActions = actions.filter(isObjectAction);
  const imageActions = actions.filter((action) => !isObjectAction(action));
  return {
    recognitionTasks: toUnique(listTasks(imageActions)),
    detectionTasks: toUnique(listTasks(objectActions)),
    recognitionLabels: toUnique([...listCases(imageActions), ...actions.flatMap((action) => action.labels ?? [])]),
    detectionLabels: toUnique(listCases(objectActions)),
  };
}

function toUnique(ids: string[]): string[] {
  return [...new Set(ids)];
}
