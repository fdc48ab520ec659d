import type { Config } from '../../../config';
import type { Db } from '../../../database/connection';
import type { FileStore } from '../../../files/store';

/** What the work of an import needs from the server. */
export interface ImportDeps {
  db: Db;
  config: Config;
  files: FileStore;
}
