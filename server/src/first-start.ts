import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Db } from './database/connection';
import type { FileStore } from './files/store';

const MARK = 'first_start';

/** Fills an empty data folder, in the transaction it is given; with models that this machine can ask, where it may. */
export type Seed = (deps: { db: Db; files: FileStore; withModels: boolean }) => Promise<void>;

/** The demo workspaces. Their 5,000 lines are a bundle beside this one, which is read only when this is called. */
export const seedDemo: Seed = async (target) => {
  const demo = (await import(pathToFileURL(join(__dirname, 'demo.cjs')).href)) as { seedDemo: Seed };
  await demo.seedDemo(target);
};

/** Whether the data folder has never been used. */
export async function isFirstStart(db: Db): Promise<boolean> {
  const mark = await db.selectFrom('server_setting').select('value').where('name', '=', MARK).executeTakeFirst();
  if (mark) return false;
  return !(await hasUsers(db));
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Fills an empty data folder, or leaves it empty for good; whole or not at all, so a kill in the middle is made up for. */
export async function recordFirstStart({ db, files, withModels }: Parameters<Seed>[0], seed: Seed | null): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (seed) await seed({ db: trx, files, withModels });
    await trx
      .insertInto('server_setting')
      .values({ name: MARK, value: seed ? 'demo' : 'empty' })
      .execute();
  });
}
