import { z } from 'zod';
import { SHAPE_NAMES } from '../../shape-kinds';
import { shapeIdFields } from '../shapes/shape-fields';
import { MAX_COMMENT_LENGTH } from '../../limits';
import { defineCalls } from '../base/core';
import { RemarkState } from './job-review';
import {
  ExpectedVersion,
  Id,
  ListQuery,
  Page,
  PointData,
  QueryBool,
  Text,
  Timestamp,
  UserReference,
  Version,
  WorkspaceBody,
} from '../base/primitives';

/** Kinds of rows that a comment thread can be about. */
export const CommentedKind = z.enum(['image', ...SHAPE_NAMES, 'group', 'product']);
export type CommentedKind = z.output<typeof CommentedKind>;

/** A comment. A deleted comment remains in the thread without its text. */
export const Comment = z.object({
  id: Id,
  workspace: Id,
  thread: Id,
  /** Null if the account was deleted. */
  author: UserReference.nullable(),
  text: z.string().describe('A mention of a user is written as @{id}. Empty for a deleted comment'),
  /** The mentioned users who are members of the workspace. */
  mentions: z.array(UserReference),
  created: Timestamp,
  edited: Timestamp.nullable(),
  deleted: Timestamp.nullable(),
  version: Version,
});
export type Comment = z.output<typeof Comment>;

export const CommentThread = z.object({
  id: Id,
  workspace: Id,
  kind: CommentedKind,
  /** The commented row. */
  entity: Id,
  /** The image that the thread is about, or the image of the commented shape. */
  image: Id.nullable(),
  /** The job, if the thread is about the image or group as an item of that job. */
  job: Id.nullable(),
  /** Position of the comment: `[x, y]` in pixels of the upright image. Null if the thread is about the complete row. */
  place: z.array(z.number().int()).nullable(),
  /**
   * Set if a reviewer started the thread with a remark, which sends an item of a job back to its author. Resolving the thread closes the
   * remark. Reopening the thread sends the item back again.
   */
  remark: z
    .object({
      id: Id,
      state: RemarkState,
      /** The user who completed the item and must revise it. */
      author: UserReference,
      reviewer: UserReference.nullable(),
    })
    .nullable(),
  created: Timestamp,
  resolved: Timestamp.nullable(),
  resolved_by: UserReference.nullable(),
  /** The first comment. */
  first: Comment,
  /** Number of further comments that are not deleted. */
  replies: z.number().int(),
  last_comment: Timestamp,
  version: Version,
});
export type CommentThread = z.output<typeof CommentThread>;

const CommentText = Text(MAX_COMMENT_LENGTH).trim().min(1, 'Enter a comment');

export const commentCalls = defineCalls({
  'GET /comments/v2/thread/': {
    summary: 'Threads of comments, newest first',
    query: z.object({
      ...ListQuery,
      /** Threads on the image, on its shapes, and on the image as an item of a job. */
      image: Id.optional(),
      group: Id.optional(),
      product: Id.optional(),
      /** Threads on items of the job. */
      job: Id.optional(),
      /** Threads on this shape. */
      ...shapeIdFields,
      resolved: QueryBool.optional(),
      /** Threads in which the caller has written. */
      mine: QueryBool.optional(),
      /** Threads that mention the caller. */
      mentions_me: QueryBool.optional(),
    }),
    response: Page(CommentThread),
  },
  'POST /comments/v2/thread/': {
    summary: 'Start a thread with its first comment',
    permission: 'annotate',
    body: z.object({
      kind: CommentedKind,
      entity: Id,
      /** Only for an image or group: the job, if the thread is about the image or group as an item of a job. */
      job: Id.nullish(),
      /** Position of the comment. Only for an image or shape. */
      place: PointData.nullish(),
      text: CommentText,
      ...WorkspaceBody,
    }),
    response: CommentThread,
    status: 201,
  },
  'GET /comments/v2/thread/{id}': { summary: 'One thread of comments', response: CommentThread },
  // Only the reviewer who made a remark can resolve or reopen its thread.
  'PUT /comments/v2/thread/{id}': {
    summary: 'Resolve or reopen a thread. Threads of others need the permission to review, and remarks their reviewer',
    permission: 'annotate',
    body: z.object({ resolved: z.boolean(), ...WorkspaceBody, ...ExpectedVersion }),
    response: CommentThread,
  },
  'GET /comments/v2/thread/{id}/comment/': {
    summary: 'The comments of a thread, oldest first',
    query: z.object(ListQuery),
    response: Page(Comment),
  },
  'POST /comments/v2/thread/{id}/comment/': {
    summary: 'Reply in a thread',
    permission: 'annotate',
    body: z.object({ text: CommentText, ...WorkspaceBody }),
    response: Comment,
    status: 201,
  },
  'PUT /comments/v2/comment/{id}': {
    summary: "Edit one's own comment",
    permission: 'annotate',
    body: z.object({ text: CommentText, ...WorkspaceBody, ...ExpectedVersion }),
    response: Comment,
  },
  'DELETE /comments/v2/comment/{id}': {
    summary:
      "Delete one's own comment. Comments of others need the permission to review. A thread without comments is deleted as well",
    permission: 'annotate',
  },
});
