import type { FlowAction, FlowGraph } from '@console/shared-contract/api';
import { MAX_FLOW_PATHS } from '@console/shared-contract/limits';
import { badField } from '../errors';
import { messages } from './messages';

/** The actions that an action leads to. */
function followers(action: FlowAction): string[] {
  return [...(action.children ?? []), ...Object.values(action.cases ?? {}).flat()];
}

/** What is wrong with a graph: too many ways, an action that is there twice, one that is named and not there, a way that leads back. */
export function faultOf(graph: FlowGraph): string | null {
  const ways = graph.actions.reduce((sum, action) => sum + followers(action).length, graph.root.length);
  if (ways > MAX_FLOW_PATHS) return messages.tooManyWays(MAX_FLOW_PATHS);
  const actions = new Map<string, FlowAction>();
  for (const action of graph.actions) {
    if (actions.has(action.id)) return messages.twice(action.id);
    actions.set(action.id, action);
  }
  for (const id of [...graph.root, ...graph.actions.flatMap(followers)]) {
    if (!actions.has(id)) return messages.unknownAction(id);
  }
  const looped = firstInCircle(actions);
  return looped && messages.circle(looped);
}

/** Throws 400 saying what is wrong with a graph. */
export function checkGraph(graph: FlowGraph): void {
  const fault = faultOf(graph);
  if (fault) throw badField('json_data', fault);
}

export function topNodeOf({ root, actions }: FlowGraph): string | null {
  return root[0] ?? actions[0]?.id ?? null;
}

/**
 * The first action that leads in a circle, or to one: takes away what leads nowhere until only those are left. Every way is
 * looked at once, for a graph of shared children has more paths than can be walked.
 */
function firstInCircle(actions: ReadonlyMap<string, FlowAction>): string | null {
  const leaders = new Map<string, string[]>([...actions.keys()].map((id) => [id, []]));
  const waysLeft = new Map<string, number>();
  for (const [id, action] of actions) {
    const next = followers(action);
    waysLeft.set(id, next.length);
    for (const follower of next) leaders.get(follower)?.push(id);
  }
  const ends = [...actions.keys()].filter((id) => waysLeft.get(id) === 0);
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
    waysLeft.delete(end);
    for (const leader of leaders.get(end) ?? []) {
      const left = (waysLeft.get(leader) ?? 0) - 1;
      waysLeft.set(leader, left);
      if (left === 0) ends.push(leader);
    }
  }
  return [...waysLeft.keys()][0] ?? null;
}

export interface GraphRefs {
  recognitionTasks: string[];
  detectionTasks: string[];
  recognitionLabels: string[];
  detectionLabels: string[];
}

/** The rows of the workspace that a graph names. */
export function refsOf({ actions }: FlowGraph): GraphRefs {
  const onObjects = (action: FlowAction) => action.type === 'detection_switch';
  const tasks = (chosen: FlowAction[]) => chosen.flatMap((action) => action.task ?? []);
  const cases = (chosen: FlowAction[]) => chosen.flatMap((action) => Object.keys(action.cases ?? {}));
  const ofObjects = actions.filter(onObjects);
  const ofImages = actions.filter((action) => !onObjects(action));
  return {
    recognitionTasks: unique(tasks(ofImages)),
    detectionTasks: unique(tasks(ofObjects)),
    recognitionLabels: unique([...cases(ofImages), ...actions.flatMap((action) => action.labels ?? [])]),
    detectionLabels: unique(cases(ofObjects)),
  };
}

function unique(ids: string[]): string[] {
  return [...new Set(ids)];
}
