import { join } from 'node:path';
import { stopIdleChildren } from '@console/server/platform/children/pool';
import type { Seed } from '@console/server/operations/first-start';
import { createDemoAccounts } from './accounts';
import { insertModels } from './models';
import { restoreWorkspace } from './restore/workspace';

/** Folders of the workspaces. The first workspace of a user becomes the default workspace. */
const WORKSPACES = ['demo', 'recognition-only', 'other-company'] as const;
/** Name of the workspace whose tasks have trained models. */
const WORKSPACE_WITH_MODELS = 'demo';

/** Creates the demo accounts and workspaces from a folder, in the given transaction. If it fails, only unreferenced files remain. */
export async function seedFrom(folder: string, { db, files, createsModels }: Parameters<Seed>[0]): Promise<void> {
  const users = await createDemoAccounts(db);
  const now = new Date();
  for (const name of WORKSPACES) {
    const context = await restoreWorkspace({ db, files, users, now, folder: join(folder, name) });
    if (createsModels && name === WORKSPACE_WITH_MODELS) await insertModels(context);
  }
  // Stop the child processes, because the bundle of the demo has its own process pool, which would keep running.
  stopIdleChildren();
}
