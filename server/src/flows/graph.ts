import type { FlowAction, FlowGraph } from '@console/shared-contract/api';
import { badField } from '../errors';
import { messages } from './messages';

/** The actions that an action leads to. */
function followers(action: FlowAction): string[] {
  return [...(action.children ?? []), ...Object.values(action.cases ?? {}).flat()];
}

/** What is wrong with a graph: an action that is there twice, one that is named and not there, a way that leads back. */
export function faultOf(graph: FlowGraph): string | null {
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

/** Takes away what leads nowhere until nothing is left, or only what leads in a circle. */
function firstInCircle(actions: ReadonlyMap<string, FlowAction>): string | null {
  const left = new Map([...actions].map(([id, action]) => [id, followers(action)]));
  for (;;) {
    const ends = [...left].filter(([, next]) => next.every((id) => !left.has(id))).map(([id]) => id);
    if (ends.length === 0) return [...left.keys()][0] ?? null;
    for (const id of ends) left.delete(id);
  }
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
