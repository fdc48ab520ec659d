import type { Flow, FlowGraph, RecognitionLabel, RecognitionTask, ResolvedFlow, ShapeLabel } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { recognitionLabelView } from '../recognition/labels/queries';
import { recognitionTaskView } from '../recognition/tasks/queries';
import { toIsoTimestamp, readOne, type RowView } from '../../data-access/rows/view';
import { findGraphError, listReferences, getFirstActionId } from './graph';

type StoredFlow = Omit<Flow, 'top_node' | 'valid'>;

export const flowView: RowView<StoredFlow> = {
  from: sql`flow f`,
  id: sql`f.id`,
  columns: sql<StoredFlow>`
    f.id, f.workspace_id as workspace, f.name, f.description, f.json_data, ${toIsoTimestamp('f.created')} as created, f.version`,
};

/** Reads a labelling flow that is expected to exist. Throws 404 otherwise. */
export async function readFlow(db: Db, id: string): Promise<Flow> {
  const [flow] = await addValidity(db, [await readOne(db, flowView, id)]);
  if (!flow) throw new Error('addValidity() returned no flow');
  return flow;
}

/**
 * Adds whether each flow is still valid. Graphs are validated on write, but referenced rows may have been deleted since. Uses
 * one statement for all flows.
 */
export async function addValidity(db: Db, flows: readonly StoredFlow[]): Promise<Flow[]> {
  const refs = flows.map(({ json_data }) => listReferences(json_data));
  const existingRows = await sql<{ row: string }>`
    select concat_ws(' ', 'recognition_task', workspace_id, id) as row from recognition_task
      where id = any(${refs.flatMap((graphReferences) => graphReferences.recognitionTasks)}::uuid[])
    union all select concat_ws(' ', 'detection_task', workspace_id, id) from detection_task
      where id = any(${refs.flatMap((graphReferences) => graphReferences.detectionTasks)}::uuid[])
    union all select concat_ws(' ', 'recognition_label', workspace_id, id) from recognition_label
      where id = any(${refs.flatMap((graphReferences) => graphReferences.recognitionLabels)}::uuid[])
    union all select concat_ws(' ', 'detection_label', workspace_id, id) from detection_label
      where id = any(${refs.flatMap((graphReferences) => graphReferences.detectionLabels)}::uuid[])`.execute(db);
  const rows = new Set(existingRows.rows.map(({ row }) => row));
  return flows.map((flow) => {
    const references = listReferences(flow.json_data);
    const existsInWorkspace = (table: string) => (id: string) => rows.has(`${table} ${flow.workspace} ${id}`);
    const hasValidGraph =
      findGraphError(flow.json_data) === null &&
      references.recognitionTasks.every(existsInWorkspace('recognition_task')) &&
      references.detectionTasks.every(existsInWorkspace('detection_task')) &&
      references.recognitionLabels.every(existsInWorkspace('recognition_label')) &&
      references.detectionLabels.every(existsInWorkspace('detection_label'));
    return { ...flow, top_node: getFirstActionId(flow.json_data), valid: hasValidGraph };
  });
}

export const EMPTY_GRAPH: FlowGraph = { root: [], actions: [] };

/** Returns a graph with the tasks and labels that it refers to. Deleted tasks and labels are left out. */
export async function resolveGraph(db: Db, workspaceId: string, graph: FlowGraph): Promise<ResolvedFlow> {
  const refs = listReferences(graph);
  const [tasks, labels, detectionLabels] = await Promise.all([
    sql<RecognitionTask>`select ${recognitionTaskView.columns} from ${recognitionTaskView.from} where t.workspace_id = ${workspaceId} and t.id = any(${refs.recognitionTasks}::uuid[])`.execute(
      db,
    ),
    sql<RecognitionLabel>`select ${recognitionLabelView.columns} from ${recognitionLabelView.from} where l.workspace_id = ${workspaceId} and l.id = any(${refs.recognitionLabels}::uuid[])`.execute(
      db,
    ),
    sql<ShapeLabel>`select l.id, l.name, l.color from detection_label l where l.workspace_id = ${workspaceId} and l.id = any(${refs.detectionLabels}::uuid[])`.execute(
      db,
    ),
  ]);
  return { ...graph, tasks: tasks.rows, labels: labels.rows, detection_labels: detectionLabels.rows };
}
