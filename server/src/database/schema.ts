import type { AccountTables } from './tables/account';
import type { DomainTables } from './tables/domain';

/** Every table. Columns are named as the API names the fields, in snake case; there is no renaming layer. */
export type Database = AccountTables & DomainTables;
