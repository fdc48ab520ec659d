import { join } from 'node:path';
import type { Config } from '../../config';

/** Where the files of an import lie until it is done: on the local disk of the server that took them. */
export function importFolder({ dataDir }: Pick<Config, 'dataDir'>, id: string): string {
  return join(dataDir, 'imports', id);
}

/** Named by its row and not by its path, which is anybody's. */
export function sentFile(config: Pick<Config, 'dataDir'>, importId: string, fileId: string): string {
  return join(importFolder(config, importId), fileId);
}
