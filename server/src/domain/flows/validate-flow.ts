import { Id, type FlowGraph } from '@console/shared-contract/api';
import type { Scope, ScopedTable } from '../../platform/access/scope';
import { createFieldError } from '../../platform/errors';
import { requireValidGraph, listReferences } from './graph';
import { messages } from './messages';

/** Checks that a graph is valid and that its tasks and labels belong to the workspace. Throws 400 or 404. */
export async function requireValidFlow(scope: Scope, graph: FlowGraph, workspaceId: string): Promise<void> {
  requireValidGraph(graph);
  const refs = listReferences(graph);
  const references: [ScopedTable, string[], string][] = [
    ['recognition_task', refs.recognitionTasks, 'Task'],
    ['detection_task', refs.detectionTasks, 'Task'],
    ['recognition_label', refs.recognitionLabels, 'Label'],
    ['detection_label', refs.detectionLabels, 'Label'],
  ];
  for (const [table, ids, entityName] of references) {
    // The contract allows any text as keys of `cases`, so the ids are validated here.
    const invalidId = ids.find((id) => Id.safeParse(id).data !== id);
    if (invalidId !== undefined) throw createFieldError('json_data', messages.unknownRow(invalidId));
    await scope.requireSameWorkspace(table, ids, workspaceId, { field: 'json_data', entityName });
  }
}
