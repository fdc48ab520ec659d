import { z } from 'zod';
import { MAX_PREDICT_RECORDS } from '../limits';
import { defineCalls } from './core';
import {
  ExpectedVersion,
  Id,
  Json,
  ListQuery,
  Page,
  ShortName,
  storable,
  Text,
  Timestamp,
  Version,
  WorkspaceBody,
  WorkspaceQuery,
} from './primitives';
import { ShapeLabel } from './detection';
import { definePredictRecord, PredictStatus } from './predict';
import { RecognitionLabel, RecognitionTask } from './recognition-rows';

export const FlowActionType = z.enum(['switch', 'list', 'recognition', 'detection_switch']);
/** A node in the graph of a flow. For a switch, `cases` maps label ids to the ids of the actions that follow. */
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

/** A graph with its recognition tasks and labels. Deleted tasks and labels are omitted. */
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

const workspaceOnlyQuery = z.object({ ...WorkspaceQuery });
const service = 'flows';
export const flowsCalls = defineCalls({
  'GET /flows/v2/flow/': {
    summary: 'Flows by name',
    service,
    query: z.object({ ...ListQuery, search: Text(255).optional() }),
    response: Page(Flow),
  },
  'POST /flows/v2/flow/': {
    summary: 'Create a flow',
    service,
    body: z.object({
      name: ShortName,
      description: Text().optional(),
      json_data: storable(FlowGraph).optional(),
      ...WorkspaceBody,
    }),
    response: Flow,
    status: 201,
  },
  'GET /flows/v2/flow/{id}': { summary: 'One flow', service, query: workspaceOnlyQuery, response: Flow },
  'PUT /flows/v2/flow/{id}': {
    summary: 'Change a flow',
    service,
    query: workspaceOnlyQuery,
    body: z.object({
      name: ShortName.optional(),
      description: Text().optional(),
      json_data: storable(FlowGraph).optional(),
      ...WorkspaceBody,
      ...ExpectedVersion,
    }),
    response: Flow,
  },
  'DELETE /flows/v2/flow/{id}': { summary: 'Delete a flow', service, query: workspaceOnlyQuery },
  'GET /flows/v2/flow/{id}/json': {
    summary: "A flow's graph with its tasks and labels resolved",
    service,
    query: workspaceOnlyQuery,
    response: ResolvedFlow,
  },
  'POST /flows/v2/process': {
    summary: 'Run a flow on images',
    service,
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
