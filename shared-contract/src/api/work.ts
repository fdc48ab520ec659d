import { z } from 'zod';
import { defineCalls } from './core';
import { Id, Timestamp, WorkspaceBody, WorkspaceQuery } from './primitives';
import { ImageFilter } from './image-filters';
import { GroupFilter } from './similarity';

export const WorkStatus = z.enum(['queued', 'running', 'done', 'failed', 'cancelled']);
/** A piece of long work. It goes on when the browser that asked for it is closed and when the server is started again. */
export const Work = z.object({
  id: Id,
  workspace: Id,
  kind: z.string(),
  status: WorkStatus,
  /** How many items are dealt with, of `total`; null until they have been counted. */
  done: z.number().int(),
  total: z.number().int().nullable(),
  /** Why it failed. */
  error: z.string().nullable(),
  created: Timestamp,
  finished: Timestamp.nullable(),
});
export type Work = z.output<typeof Work>;

/** What was there when it was asked for and matches; what is uploaded meanwhile is left out. An empty filter is all. */
const matchingImages = z.object({ filter: ImageFilter, ...WorkspaceBody });
const matchingGroups = z.object({ filter: GroupFilter, ...WorkspaceBody });

export const workCalls = defineCalls({
  'POST /annotate/v2/imagejob/{id}/add-matching': {
    summary: 'Add all images that match, as long work',
    service: 'annotate',
    body: matchingImages,
    response: Work,
    status: 202,
  },
  'POST /annotate/v2/imagejob/{id}/remove-matching': {
    summary: 'Remove all images that match, as long work',
    service: 'annotate',
    body: matchingImages,
    response: Work,
    status: 202,
  },
  'POST /annotate/v2/similarityjob/{id}/add-matching': {
    summary: 'Add all groups that match, as long work',
    service: 'annotate',
    body: matchingGroups,
    response: Work,
    status: 202,
  },
  'POST /annotate/v2/similarityjob/{id}/remove-matching': {
    summary: 'Remove all groups that match, as long work',
    service: 'annotate',
    body: matchingGroups,
    response: Work,
    status: 202,
  },
  'POST /detection/v2/task/{id}/add-matching': {
    summary: 'Add all images that match as negative images, as long work',
    service: 'custom-object-detection',
    body: matchingImages,
    response: Work,
    status: 202,
  },
  'POST /detection/v2/task/{id}/remove-matching': {
    summary: 'Remove all negative images that match, as long work',
    service: 'custom-object-detection',
    body: matchingImages,
    response: Work,
    status: 202,
  },
  'GET /annotate/v2/work/{id}': {
    summary: 'How far a piece of long work is',
    query: z.object({ ...WorkspaceQuery }),
    response: Work,
  },
  'POST /annotate/v2/work/{id}/cancel': {
    summary: 'End a piece of long work where it is; what is done stays done',
    body: z.object({ ...WorkspaceBody }).nullish(),
    response: Work,
  },
});
