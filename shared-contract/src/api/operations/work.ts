import { z } from 'zod';
import { defineCalls } from '../base/core';
import { Id, Timestamp, WorkspaceBody, WorkspaceOnlyQuery } from '../base/primitives';
import { ImageFilter } from '../images/image-filters';
import { GroupFilter } from '../similarity/similarity';

export const WorkStatus = z.enum(['queued', 'running', 'done', 'failed', 'cancelled']);
/** A background task of the server. It continues after the browser is closed and after a restart of the server. */
export const Work = z.object({
  id: Id,
  workspace: Id,
  kind: z.string(),
  status: WorkStatus,
  /** Number of processed items. */
  done: z.number().int(),
  /** Number of all items; null until they are counted. */
  total: z.number().int().nullable(),
  /** Why the work failed. Null if it has not failed. */
  error: z.string().nullable(),
  created: Timestamp,
  finished: Timestamp.nullable(),
});
export type Work = z.output<typeof Work>;

/** Selects the rows that match at the time of the request; rows that are added later are ignored. An empty filter matches all rows. */
const matchingImages = z.object({ filter: ImageFilter, ...WorkspaceBody });
const matchingGroups = z.object({ filter: GroupFilter, ...WorkspaceBody });

export const workCalls = defineCalls({
  'POST /annotate/v2/imagejob/{id}/add-matching': {
    permission: 'manage',
    summary: 'Add all images that match, as background work',
    service: 'annotate',
    body: matchingImages,
    response: Work,
    status: 202,
  },
  'POST /annotate/v2/imagejob/{id}/remove-matching': {
    permission: 'manage',
    summary: 'Remove all images that match, as background work',
    service: 'annotate',
    body: matchingImages,
    response: Work,
    status: 202,
  },
  'POST /annotate/v2/similarityjob/{id}/add-matching': {
    permission: 'manage',
    summary: 'Add all groups that match, as background work',
    service: 'annotate',
    body: matchingGroups,
    response: Work,
    status: 202,
  },
  'POST /annotate/v2/similarityjob/{id}/remove-matching': {
    permission: 'manage',
    summary: 'Remove all groups that match, as background work',
    service: 'annotate',
    body: matchingGroups,
    response: Work,
    status: 202,
  },
  'POST /detection/v2/task/{id}/add-matching': {
    permission: 'manage',
    summary: 'Add all images that match as negative images, as background work',
    service: 'custom-object-detection',
    body: matchingImages,
    response: Work,
    status: 202,
  },
  'POST /detection/v2/task/{id}/remove-matching': {
    permission: 'manage',
    summary: 'Remove all negative images that match, as background work',
    service: 'custom-object-detection',
    body: matchingImages,
    response: Work,
    status: 202,
  },
  'GET /annotate/v2/work/{id}': {
    coversWorkspace: true,
    summary: 'The progress of background work',
    query: WorkspaceOnlyQuery,
    response: Work,
  },
  'POST /annotate/v2/work/{id}/cancel': {
    permission: 'manage',
    summary: 'Cancel background work; completed items stay changed',
    body: z.object({ ...WorkspaceBody }).nullish(),
    response: Work,
  },
});
