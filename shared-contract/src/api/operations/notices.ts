import { z } from 'zod';
import { MAX_IDS_PER_CALL } from '../../limits';
import { defineCalls } from '../base/core';
import { Id, PageQuery, Page, QueryBool, Timestamp, UserReference } from '../base/primitives';

/**
 * `assigned`: the user was assigned to a job. `sent_back`: a reviewer has sent an item back to the user. `corrected`: an item that the user
 * sent back has been corrected. `paused` and `resumed`: a manager has paused or resumed the user in a job. `appealed`: an annotator appeals
 * to reviewers. `appeal_decided`: a reviewer has decided on the user's appeal. The kinds that end in `finished` or `completed` are about
 * work that the user has started. Clients show unknown kinds without details.
 */
export const NoticeKind = z.enum([
  'mentioned',
  'replied',
  'assigned',
  'sent_back',
  'corrected',
  'paused',
  'resumed',
  'appealed',
  'appeal_decided',
  'job_completed',
  'import_finished',
  'training_finished',
  'export_finished',
]);
export type NoticeKind = z.output<typeof NoticeKind>;

/**
 * The kind of page that a notice opens. A notice about a training opens a task of one of three domains. A notice about an
 * `export` downloads a file.
 */
export const NoticePage = z.enum([
  'image',
  'group',
  'product',
  'image_job',
  'similarity_job',
  'import',
  'export',
  'recognition_task',
  'detection_task',
  'segmentation_task',
]);
export type NoticePage = z.output<typeof NoticePage>;

/** Details of a notice. Which fields are present depends on the kind. */
export const NoticeData = z.object({
  /** Start of the comment, with names instead of ids. */
  text: z.string().optional(),
  /** Name of the row whose page the notice opens. */
  name: z.string().optional(),
  /** For a notice about an item of a job: the image or the group (`group`). */
  image: Id.optional(),
  group: Id.optional(),
  /** For an appeal about a gold item (an item with a known correct result): the task of the gold item. */
  task: Id.optional(),
  /** Whether the work failed. */
  failed: z.boolean().optional(),
  /** Whether the appeal was accepted. */
  accepted: z.boolean().optional(),
});
export type NoticeData = z.output<typeof NoticeData>;

export const Notice = z.object({
  id: Id,
  workspace: Id,
  kind: NoticeKind,
  created: Timestamp,
  read: Timestamp.nullable(),
  /** The user who caused the notice. Null if the server caused it. */
  actor: UserReference.nullable(),
  page: z.object({ kind: NoticePage, id: Id }),
  /** The thread of comments, for `mentioned`, `replied`, `sent_back` and `corrected`. */
  thread: Id.nullable(),
  data: NoticeData,
});
export type Notice = z.output<typeof Notice>;

export const NoticeSettings = z.object({
  /** Kinds of notices that the user does not get. */
  muted: z.array(NoticeKind).max(NoticeKind.options.length),
});
export type NoticeSettings = z.output<typeof NoticeSettings>;

export const noticeCalls = defineCalls({
  'GET /account/v2/notice/': {
    summary: "The caller's notices from all workspaces, newest first, and the number of unread ones",
    permission: null,
    query: z.object({ ...PageQuery, unread: QueryBool.optional() }),
    response: Page(Notice).extend({ unread: z.number().int() }),
  },
  'POST /account/v2/notice/read': {
    summary: 'Mark notices as read, or as unread',
    permission: null,
    body: z
      .object({
        /** Default: all notices. */
        ids: z.array(Id).max(MAX_IDS_PER_CALL).optional(),
        read: z.boolean().default(true),
      })
      .refine((body) => body.read || body.ids !== undefined, { message: 'is required to mark as unread', path: ['ids'] }),
    response: z.object({ unread: z.number().int() }),
  },
  'GET /account/v2/notice-settings/': {
    summary: 'The kinds of notices that the caller does not get',
    permission: null,
    response: NoticeSettings,
  },
  'PUT /account/v2/notice-settings/': {
    summary: 'Choose the kinds of notices',
    permission: null,
    body: NoticeSettings,
    response: NoticeSettings,
  },
});
