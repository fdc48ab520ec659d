import type { Config } from '../../../platform/config';
import type { Db } from '../../../platform/database/connection';
import type { FileStore } from '../../../platform/files/store';

/** What the work of an import needs from the server. */
export interface ImportDeps {
  db: Db;
  config: Config;
  files: FileStore;
}
