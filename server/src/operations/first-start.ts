import { createRequire } from 'node:module';
import { join } from 'node:path';
import { declareWriter } from '../platform/database/change-log';
import type { Db } from '../platform/database/connection';
import type { FileStore } from '../platform/files/store';

const FIRST_START_SETTING = 'first_start';

/** Fills an empty data folder in the given transaction. `createsModels` also creates models that this machine can run. */
export type Seed = (deps: { db: Db; files: FileStore; createsModels: boolean }) => Promise<void>;

/** Creates the demo workspaces. Code and data of the demo are a separate bundle, which is loaded only when it is needed. */
export const seedDemo: Seed = async (target) => {
  // V8 supports no dynamic import in a bundle with a code cache.
  const demo = createRequire(__filename)(join(__dirname, 'demo.cjs')) as { seedDemo: Seed };
  await demo.seedDemo(target);
};

/** Whether the data folder has never been used. */
export async function isFirstStart(db: Db): Promise<boolean> {
  const setting = await db
    .selectFrom('server_setting')
    .select('value')
    .where('name', '=', FIRST_START_SETTING)
    .executeTakeFirst();
  if (setting) return false;
  return !(await hasUsers(db));
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Fills an empty data folder, or marks it as intentionally empty. Everything is one transaction, so that an interrupted start is
 * repeated.
 */
export async function recordFirstStart({ db, files, createsModels }: Parameters<Seed>[0], seed: Seed | null): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // The history starts empty: the demo's rows are not the work of users.
    await declareWriter(trx, { userId: null, origin: 'server', action: 'first start', summarized: true });
    if (seed) await seed({ db: trx, files, createsModels });
    await trx
      .insertInto('server_setting')
      .values({ name: FIRST_START_SETTING, value: seed ? 'demo' : 'empty' })
      .execute();
  });
}
