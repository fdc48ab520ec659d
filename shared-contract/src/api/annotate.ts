import { z } from 'zod';
import { defineBulkResponse, defineBulkBody } from './bulk';
import { defineCalls } from './core';
import {
  Empty,
  ExpectedVersion,
  Id,
  Ids,
  Items,
  ListQuery,
  Name,
  Page,
  PointData,
  Text,
  Timestamp,
  Version,
  WorkspaceBody,
  WorkspaceQuery,
} from './primitives';
import { ImageInput, ImageRef } from './detection';
import { UserReference } from './job-review';

export const Point = z.object({
  id: Id,
  workspace: Id,
  image: ImageRef,
  name: z.string(),
  data: z.array(z.number().int()),
  created: Timestamp,
  version: Version,
});
export type Point = z.output<typeof Point>;

export const Verifier = z.object({ id: Id, username: z.string() });
export const Verification = z.object({ id: Id, user: Verifier, image: Id, created: Timestamp });
export type Verification = z.output<typeof Verification>;
export const SimilarityVerification = z.object({ id: Id, user: Verifier, group_id: Id, created: Timestamp });

export const JobType = z.enum(['image', 'similarity']);
export const Job = z.object({
  id: Id,
  workspace: Id,
  name: z.string(),
  description: z.string(),
  /** How many different users must complete each item: 1 to 4. */
  todo_number: z.number().int(),
  randomize: z.boolean(),
  auto_complete: z.boolean(),
  done: z.boolean(),
  item_count: z.number().int(),
  item_done_count: z.number().int(),
  recognition_tasks: z.array(Id),
  flow: Id.nullable(),
  mark_done_label: Id.nullable(),
  /** Markdown. Missing in responses of older servers. */
  instructions: z.string().optional(),
  /** Users who get the items; an empty list means everyone. Missing in responses of older servers. */
  assignees: z.array(UserReference).optional(),
  created: Timestamp,
  version: Version,
});
export type Job = z.output<typeof Job>;

const JobName = Name(3, 'Enter at least 3 letters');
const todoNumber = z.number().int().min(1).max(4);
const jobBody = z.object({
  name: JobName,
  description: Text().default(''),
  todo_number: todoNumber.default(1),
  randomize: z.boolean().default(true),
  auto_complete: z.boolean().default(false),
  done: z.boolean().default(false),
  instructions: Text(20_000).default(''),
  assignees: Ids.default([]),
  ...WorkspaceBody,
});
const jobEdit = z.object({
  name: JobName.optional(),
  description: Text().optional(),
  todo_number: todoNumber.optional(),
  randomize: z.boolean().optional(),
  auto_complete: z.boolean().optional(),
  done: z.boolean().optional(),
  instructions: Text(20_000).optional(),
  /** Replaces the current assignees. */
  assignees: Ids.optional(),
  ...WorkspaceBody,
  ...ExpectedVersion,
});
const TaskRef = z.object({ task_id: Id, ...WorkspaceBody });
const FlowRef = z.object({ flow_id: Id.nullable(), ...WorkspaceBody });
const DoneLabelRef = z.object({ label_id: Id.nullable(), ...WorkspaceBody });
const Batch = z.object({
  results: z.array(Id),
  /** For an empty batch: the number of items that are unavailable only because other users have them. */
  with_others: z.number().int().optional(),
});
const workspaceOnlyQuery = z.object({ ...WorkspaceQuery });
const imageJobList = z.object({ ...ListQuery, search: Text(255).optional(), image: Id.optional() });
const groupJobList = z.object({ ...ListQuery, search: Text(255).optional(), group: Id.optional() });

const pointFields = { image: ImageInput, name: Text(255).trim(), data: PointData };
const pointEdit = { image: ImageInput.optional(), name: Text(255).trim().optional(), data: PointData.optional() };
const service = 'annotate';
export const annotateCalls = defineCalls({
  'GET /annotate/v2/point/': {
    summary: 'Points, newest first',
    service,
    query: z.object({ ...ListQuery, image: Id.optional() }),
    response: Page(Point),
  },
  'POST /annotate/v2/point/': {
    summary: 'Create a point',
    service,
    body: z.object({ ...pointFields, ...WorkspaceBody }),
    response: Point,
    status: 201,
  },
  'POST /annotate/v2/point/bulk': {
    summary: 'Create, change, delete and restore up to 1,000 points; each item has its own result',
    service,
    body: defineBulkBody(pointFields, pointEdit),
    response: defineBulkResponse(Point),
  },
  'GET /annotate/v2/point/{id}': { summary: 'One point', service, query: workspaceOnlyQuery, response: Point },
  'PUT /annotate/v2/point/{id}/': {
    summary: 'Move a point',
    service,
    body: z.object({ ...pointEdit, ...WorkspaceBody, ...ExpectedVersion }),
    response: Point,
  },
  'PATCH /annotate/v2/point/{id}': {
    summary: 'Rename a point',
    service,
    body: z.object({ name: Text(255).trim().optional(), data: PointData.optional(), ...WorkspaceBody, ...ExpectedVersion }),
    response: Point,
  },
  'DELETE /annotate/v2/point/{id}': { summary: 'Delete a point', service, query: workspaceOnlyQuery },

  'GET /annotate/v2/verification/': {
    summary: 'Verifications of an image, newest first',
    service,
    query: z.object({ ...ListQuery, image: Id.optional() }),
    response: Page(Verification),
  },
  'POST /annotate/v2/verification/': {
    summary: 'Verify an image as the caller; a repeated call returns the existing verification',
    service,
    body: z.object({ user: z.unknown().optional(), image_id: Id, ...WorkspaceBody }),
    response: Verification,
    status: 201,
  },
  'DELETE /annotate/v2/verification/{id}': { summary: 'Remove a verification', service, query: workspaceOnlyQuery },
  'GET /annotate/v2/similarity-verification/': {
    summary: 'Verifications of a group',
    service,
    query: z.object({ ...ListQuery, group: Id.optional() }),
    response: Page(SimilarityVerification),
  },
  'POST /annotate/v2/similarity-verification/': {
    summary: 'Verify a group as the caller',
    service,
    body: z.object({ user: z.unknown().optional(), group_id: Id, ...WorkspaceBody }),
    response: SimilarityVerification,
    status: 201,
  },
  'DELETE /annotate/v2/similarity-verification/{id}': {
    summary: "Remove a group's verification",
    service,
    query: workspaceOnlyQuery,
  },

  'GET /annotate/v2/imagejob/': { summary: 'Image jobs by name', service, query: imageJobList, response: Page(Job) },
  'POST /annotate/v2/imagejob/': { summary: 'Create an image job', service, body: jobBody, response: Job, status: 201 },
  'GET /annotate/v2/imagejob/{id}': { summary: 'One image job', service, query: workspaceOnlyQuery, response: Job },
  'PUT /annotate/v2/imagejob/{id}': {
    summary: 'Change or complete an image job',
    service,
    query: workspaceOnlyQuery,
    body: jobEdit,
    response: Job,
  },
  'DELETE /annotate/v2/imagejob/{id}': { summary: 'Delete an image job', service, query: workspaceOnlyQuery },
  'POST /annotate/v2/imagejob/{id}/add-task': { summary: 'Attach a recognition task', service, body: TaskRef, response: Job },
  'POST /annotate/v2/imagejob/{id}/remove-task': { summary: 'Detach a recognition task', service, body: TaskRef, response: Job },
  'POST /annotate/v2/imagejob/{id}/set-flow': { summary: 'Set or clear the flow', service, body: FlowRef, response: Job },
  'POST /annotate/v2/imagejob/{id}/set-label': {
    summary: 'Set or clear the label that completed items get',
    service,
    body: DoneLabelRef,
    response: Job,
  },
  'POST /annotate/v2/imagejob/{id}/add-items': { summary: 'Add images', service, body: Items, response: Empty },
  'POST /annotate/v2/imagejob/{id}/remove-items': { summary: 'Remove images', service, body: Items, response: Empty },
  'POST /annotate/v2/imagejob/{id}/add-images': {
    summary: "Add images (image screen's name)",
    service,
    query: workspaceOnlyQuery,
    body: z.object({ images: Ids, ...WorkspaceBody }),
    response: Empty,
  },
  'POST /annotate/v2/imagejob/{id}/remove-images': {
    summary: "Remove images (image screen's name)",
    service,
    query: workspaceOnlyQuery,
    body: z.object({ images: Ids, ...WorkspaceBody }),
    response: Empty,
  },
  'GET /annotate/v2/imagejob/{id}/get-batch/': {
    summary: "The caller's next images to do",
    service,
    query: workspaceOnlyQuery,
    response: Batch,
  },
  'POST /annotate/v2/imagejob/{id}/mark-done': {
    summary: 'Mark images as done by the caller',
    service,
    body: Items,
    response: Job,
  },
  'POST /annotate/v2/imagejob/{id}/unmark-done': {
    summary: "Remove the caller's completion marks from images",
    service,
    body: Items,
    response: Job,
  },

  'GET /annotate/v2/similarityjob/': {
    summary: 'Similarity jobs by name',
    service,
    query: groupJobList,
    response: Page(Job),
  },
  'POST /annotate/v2/similarityjob/': { summary: 'Create a similarity job', service, body: jobBody, response: Job, status: 201 },
  'GET /annotate/v2/similarityjob/{id}': { summary: 'One similarity job', service, query: workspaceOnlyQuery, response: Job },
  'PUT /annotate/v2/similarityjob/{id}': {
    summary: 'Change or complete a similarity job',
    service,
    query: workspaceOnlyQuery,
    body: jobEdit,
    response: Job,
  },
  'DELETE /annotate/v2/similarityjob/{id}': { summary: 'Delete a similarity job', service, query: workspaceOnlyQuery },
  'POST /annotate/v2/similarityjob/{id}/add-task': {
    summary: 'Attach a recognition task',
    service,
    body: TaskRef,
    response: Job,
  },
  'POST /annotate/v2/similarityjob/{id}/remove-task': {
    summary: 'Detach a recognition task',
    service,
    body: TaskRef,
    response: Job,
  },
  'POST /annotate/v2/similarityjob/{id}/set-flow': { summary: 'Set or clear the flow', service, body: FlowRef, response: Job },
  'POST /annotate/v2/similarityjob/{id}/set-label': {
    summary: 'Set or clear the label that completed items get',
    service,
    body: DoneLabelRef,
    response: Job,
  },
  'POST /annotate/v2/similarityjob/{id}/add-items': { summary: 'Add groups', service, body: Items, response: Empty },
  'POST /annotate/v2/similarityjob/{id}/remove-items': { summary: 'Remove groups', service, body: Items, response: Empty },
  'GET /annotate/v2/similarityjob/{id}/get-batch/': {
    summary: "The caller's next groups to do",
    service,
    query: workspaceOnlyQuery,
    response: Batch,
  },
  'POST /annotate/v2/similarityjob/{id}/mark-done': {
    summary: 'Mark groups as done by the caller',
    service,
    body: Items,
    response: Job,
  },
  'POST /annotate/v2/similarityjob/{id}/unmark-done': {
    summary: "Remove the caller's completion marks from groups",
    service,
    body: Items,
    response: Job,
  },
});

/** A job with the type of its items, which the client derives from the path of the call. */
export type JobWithType = Job & { type: z.output<typeof JobType> };
