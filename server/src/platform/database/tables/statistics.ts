import type { Generated } from 'kysely';

export interface StatisticsTables {
  /** Counts of a user's actions on a UTC day, by job and label. Computed from the change log. */
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

  /** A single row that stores how far the change log has been counted: the ids of its entries. */
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
