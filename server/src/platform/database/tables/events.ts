import type { EventKind } from '@console/shared-contract/api';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Json } from './columns';

export interface EventTables {
  /** Something that has happened in a workspace, such as a finished training. Written in the transaction of the change. */
  event: {
    /** Increases, but a transaction with a lower id may be committed later. */
    id: GeneratedAlways<string>;
    workspace_id: string;
    kind: EventKind;
    time: Generated<Date>;
    /** The user who caused the event. Null for the operator, and for deleted accounts. */
    user_id: string | null;
    entity_id: string | null;
    data: Json;
  };
}
