import type { FlowGraph } from '@console/shared-contract/api';
import type { WorkspaceData } from '../data/workspace-data';
import { getId, mapIdsByName, type Context, type IdsByName } from './context';
import type { LabelIds } from './labels';

/** Inserts the labelling flows. Returns their ids. */
export async function insertFlows(
  { db, workspaceId: workspace_id }: Context,
  flows: WorkspaceData['flows'],
  domains: { recognition: LabelIds; detection: LabelIds },
): Promise<IdsByName> {
  if (flows.length === 0) return new Map();
  const flowRows = flows.map(({ name, root, actions }) => {
    const graph: FlowGraph = {
      root,
      actions: actions.map(({ task, cases, ...action }) => {
        const { tasks, labels } = action.type === 'detection_switch' ? domains.detection : domains.recognition;
        return {
          ...action,
          ...(task !== undefined && { task: getId(tasks, task) }),
          ...(cases && {
            cases: Object.fromEntries(Object.entries(cases).map(([label, nextActionId]) => [getId(labels, label), nextActionId])),
          }),
        };
      }),
    };
    return { workspace_id, name, json_data: JSON.stringify(graph) };
  });
  return mapIdsByName(await db.insertInto('flow').values(flowRows).returning(['id', 'name']).execute());
}
