import type { Generated } from 'kysely';

export interface StatisticsTables {
  /** What a user did on a UTC day, for each job and label. Counted from the change log. */
  daily_statistics: {
    workspace_id: string;
    /** `YYYY-MM-DD`. */
    day: string;
    user_id: string;
    job_id: string | null;
    label_id: string | null;
    items_done: Generated<string>;
    items_sent_back: Generated<string>;
    images_verified: Generated<string>;
    shapes_created: Generated<string>;
    shapes_changed: Generated<string>;
    shapes_deleted: Generated<string>;
    labels_set: Generated<string>;
    found_wrong: Generated<string>;
    active_ms: Generated<string>;
  };

  /** A single row: up to which entry the change log is counted. */
  statistics_progress: {
    counted_id: string;
    pending_id: string;
    pending_xid: string;
  };

  /** A period with input of a user. The periods of a user in a workspace never overlap. */
  active_period: {
    workspace_id: string;
    user_id: string;
    started: Date;
    ended: Date;
  };
}
