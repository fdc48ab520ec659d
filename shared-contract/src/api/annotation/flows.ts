import { z } from 'zod';
import { MAX_PREDICT_RECORDS } from '../../limits';
import { defineServiceCalls } from '../base/core';
import {
  Id,
  Json,
  ShortName,
  restrictJson,
  Text,
  Timestamp,
  Version,
  WorkspaceBody,
  WorkspaceOnlyQuery,
} from '../base/primitives';
import { ShapeLabel } from '../shapes/shape-label';
import { defineRowCalls } from '../base/row-calls';
import { definePredictRecord, PredictStatus } from './predict';
import { RecognitionLabel, RecognitionTask } from './recognition-rows';

export const FlowActionType = z.enum(['switch', 'list', 'recognition', 'detection_switch']);
/** A node in the graph of a labelling flow. For a switch, `cases` maps label ids to the ids of the actions that follow. */
export const FlowAction = z.object({
  id: Text(100).min(1),
  type: FlowActionType,
  task: Id.nullish(),
  cases: z.record(z.string(), z.array(Text(100))).optional(),
  children: z.array(Text(100)).optional(),
  labels: z.array(Id).optional(),
});
export type FlowAction = z.output<typeof FlowAction>;
export const FlowGraph = z.object({ root: z.array(Text(100)), actions: z.array(FlowAction).max(500) });
export type FlowGraph = z.output<typeof FlowGraph>;

/** The graph of a flow, with its recognition tasks and labels. Deleted tasks and labels are omitted. */
export const ResolvedFlow = FlowGraph.extend({
  tasks: z.array(RecognitionTask),
  labels: z.array(RecognitionLabel),
  detection_labels: z.array(ShapeLabel),
});
export type ResolvedFlow = z.output<typeof ResolvedFlow>;

export const Flow = z.object({
  id: Id,
  workspace: Id,
  name: z.string(),
  description: z.string(),
  json_data: FlowGraph,
  /** Id of the first action; null in an empty graph. */
  top_node: z.string().nullable(),
  /** False if a task or label of the graph has been deleted. */
  valid: z.boolean(),
  created: Timestamp,
  version: Version,
});
export type Flow = z.output<typeof Flow>;

export const flowsCalls = defineServiceCalls('flows', {
  ...defineRowCalls('/flows/v2/flow', {
    noun: 'flow',
    row: Flow,
    filters: { search: Text(255).optional() },
    fields: { name: ShortName, description: Text().optional(), json_data: restrictJson(FlowGraph).optional() },
  }),
  'GET /flows/v2/flow/{id}/json': {
    summary: "A flow's graph with its tasks and labels resolved",
    query: WorkspaceOnlyQuery,
    response: ResolvedFlow,
  },
  'POST /flows/v2/process': {
    permission: 'view',
    summary: 'Run a flow on images',
    prediction: true,
    body: z.object({
      flow: Id,
      records: z.array(definePredictRecord({})).min(1).max(MAX_PREDICT_RECORDS, `has more than ${MAX_PREDICT_RECORDS} records`),
      meta_data: Json.optional(),
      ...WorkspaceBody,
    }),
    response: z.object({ records: z.array(z.object({ _status: PredictStatus }).loose()), status: PredictStatus }),
  },
});
