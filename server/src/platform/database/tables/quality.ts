import type { GoldAppeal, QualityDomain } from '@console/shared-contract/api';
import type { Generated } from 'kysely';
import type { CreatedTimestamp, Json, WorkspaceRow } from './columns';

export interface QualityTables {
  /** A quality target of a task: the minimum of the mean F1 of its images. */
  quality_target: {
    workspace_id: string;
    domain: QualityDomain;
    task_id: string;
    target: number;
  };

  /** A user whose work on a job is paused. The user gets no items of the job. */
  job_pause: {
    job_id: string;
    user_id: string;
    workspace_id: string;
    paused_by: string | null;
    created: CreatedTimestamp;
  };

  /** An appeal of an annotator against the annotations of a gold-standard item. */
  gold_appeal: WorkspaceRow & {
    gold_id: string;
    job_id: string;
    user_id: string;
    text: string;
    state: Generated<GoldAppeal['state']>;
    decided_by: string | null;
    created: CreatedTimestamp;
    decided: Date | null;
  };

  /** How often an annotator got feedback on a gold item of a job, and the work before the first feedback. Only that work is scored. */
  gold_try: {
    gold_id: string;
    user_id: string;
    job_id: string;
    item_id: string;
    workspace_id: string;
    tries: number;
    /** When the last feedback was given. */
    given: Generated<Date>;
    labels: Json;
    shapes: Json;
    members: Generated<Json>;
  };
}
