import type { Migration } from 'kysely';
import * as account from './0001_account';
import * as domain from './0002_domain';

/** In order. A list and not a folder scan, so that it is the same in tests, in development and in the bundle. */
export const migrations: Record<string, Migration> = {
  '0001_account': account,
  '0002_domain': domain,
};
