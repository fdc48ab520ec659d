import type { DeliveryState, EventKind, WebhookProblem } from '@console/shared-contract/api';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { CreatedTimestamp, WorkspaceRow } from './columns';

export interface WebhookTables {
  webhook: WorkspaceRow & {
    name: string;
    url: string;
    kinds: EventKind[];
    enabled: Generated<boolean>;
    problem: Generated<WebhookProblem | null>;
    /** First failed attempt since the last success. */
    failing_since: Generated<Date | null>;
    created: CreatedTimestamp;
    created_by: string | null;
  };

  /** Keys of signatures, in plain text because each delivery is signed with them. No call returns them again. */
  webhook_secret: {
    webhook_id: string;
    secret: Buffer;
    created: CreatedTimestamp;
    /** Null for the current secret. */
    expires: Date | null;
  };

  /** A message to a webhook. A trigger of `event` creates it, and a trigger of this table adds the job that sends it. */
  webhook_delivery: WorkspaceRow & {
    position: GeneratedAlways<string>;
    webhook_id: string;
    kind: EventKind | 'test';
    entity_id: string | null;
    payload: ColumnType<unknown, string, never>;
    created: CreatedTimestamp;
    state: Generated<DeliveryState>;
    /** Attempts since the creation or the last replay. */
    attempts: Generated<number>;
    attempted: Generated<Date | null>;
    next_attempt: Generated<Date | null>;
    status: Generated<number | null>;
    duration_ms: Generated<number | null>;
    response: Generated<string | null>;
    error: Generated<string | null>;
  };
}
