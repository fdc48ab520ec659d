import type { Config } from '../../../config';
import type { Db } from '../../../database/connection';
import type { FileStore } from '../../../files/store';

export interface ImportDeps {
  db: Db;
  config: Config;
  files: FileStore;
}
