import type { NoticeKind, NoticePage } from '@console/shared-contract/api';
import type { GeneratedAlways } from 'kysely';
import type { CreatedTimestamp, Json, Version, WorkspaceRow } from './columns';
import type { ShapeName } from './shapes';

export interface CommentTables {
  /** A thread of comments about an image, group or product. It can also be about one shape of the image or about a job item. */
  comment_thread: WorkspaceRow &
    Record<`${ShapeName}_id`, string | null> & {
      image_id: string | null;
      group_id: string | null;
      product_id: string | null;
      item_id: string | null;
      /** The review remark that the thread is about. Triggers keep the texts of remark and thread equal. */
      remark_id: string | null;
      /** `[x, y]` in pixels of the upright image. */
      place: number[] | null;
      created: CreatedTimestamp;
      resolved: Date | null;
      resolved_by: string | null;
      version: Version;
      /** The row in whose history the thread appears. */
      subject_id: GeneratedAlways<string>;
    };

  comment: WorkspaceRow & {
    thread_id: string;
    /** Null if the account was deleted. */
    author_id: string | null;
    text: string;
    /** Ids of the users that the text mentions. */
    mentions: GeneratedAlways<string[]>;
    created: CreatedTimestamp;
    edited: Date | null;
    deleted: Date | null;
    version: Version;
  };

  /** A message to one user about something that happened. */
  notice: WorkspaceRow & {
    user_id: string;
    kind: NoticeKind;
    created: CreatedTimestamp;
    read: Date | null;
    actor_id: string | null;
    entity_kind: NoticePage;
    entity_id: string;
    thread_id: string | null;
    data: Json;
  };

  /** A kind of notice that a user does not want to receive. */
  muted_notice: {
    user_id: string;
    kind: NoticeKind;
  };
}
