import type { AccountTables } from './tables/account';
import type { DomainTables } from './tables/domain';
import type { EventTables } from './tables/events';
import type { QualityTables } from './tables/quality';
import type { StatisticsTables } from './tables/statistics';
import type { WebhookTables } from './tables/webhooks';

/** All tables. Columns have the names of the API fields in snake case, so no mapping layer is needed. */
export type Database = AccountTables & DomainTables & EventTables & QualityTables & StatisticsTables & WebhookTables;
