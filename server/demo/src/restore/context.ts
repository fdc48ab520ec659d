import type { Db } from '@console/server/platform/database/connection';
import type { FileStore } from '@console/server/platform/files/store';

/** The target of a restore, and the values that all its rows share. */
export interface Context {
  db: Db;
  files: FileStore;
  workspaceId: string;
  /** The folder with the archive of the workspace. */
  folder: string;
  /** The time of the first start. Dates of the demo are relative to it. */
  now: Date;
  /** Ids of all users by email address. */
  users: ReadonlyMap<string, string>;
  /** Ids of the members. */
  members: readonly [string, ...string[]];
}

/** Maps names to ids. */
export type IdsByName = ReadonlyMap<string, string>;

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/** PostgreSQL accepts at most 65,535 parameters per statement. */
const ROWS_PER_INSERT = 500;

/** Returns the date that is this many days before the first start. */
export function getDateBefore({ now }: Pick<Context, 'now'>, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}

/** Adds minutes to a date, but not beyond the first start. */
export function addMinutes({ now }: Context, date: Date, minutes: number): Date {
  return new Date(Math.min(now.getTime(), date.getTime() + minutes * MINUTE_MS));
}

/** Inserts any number of rows, in several statements. */
export async function insertInChunks<Row>(rows: readonly Row[], insert: (chunk: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) await insert(rows.slice(start, start + ROWS_PER_INSERT));
}

/** Returns the id of a name. Throws if the demo's data does not declare the name. */
export function getId<Id>(ids: ReadonlyMap<string, Id>, name: string): Id {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`The data of the demo does not declare ${name}`);
  return id;
}

/** Maps the names of inserted rows to their ids. */
export const mapIdsByName = <Id>(rows: readonly { id: Id; name: string }[]): ReadonlyMap<string, Id> =>
  new Map(rows.map(({ id, name }) => [name, id]));
