import { Id, type FlowGraph } from '@console/shared-contract/api';
import type { Scope, ScopedTable } from '../access/scope';
import { badField } from '../errors';
import { checkGraph, refsOf } from './graph';
import { messages } from './messages';

/** A graph is sound, and every task and label that it names is of the workspace. Throws 400 or 404. */
export async function checkFlow(scope: Scope, graph: FlowGraph, workspaceId: string): Promise<void> {
  checkGraph(graph);
  const refs = refsOf(graph);
  const named: [ScopedTable, string[], string][] = [
    ['recognition_task', refs.recognitionTasks, 'Task'],
    ['detection_task', refs.detectionTasks, 'Task'],
    ['recognition_label', refs.recognitionLabels, 'Label'],
    ['detection_label', refs.detectionLabels, 'Label'],
  ];
  for (const [table, ids, what] of named) {
    // The keys of `cases` are free text to the contract.
    const stray = ids.find((id) => Id.safeParse(id).data !== id);
    if (stray !== undefined) throw badField('json_data', messages.unknownRow(stray));
    await scope.requireSameWorkspace(table, ids, workspaceId, { field: 'json_data', entityName: what });
  }
}
