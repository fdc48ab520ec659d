import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../../../../server/src/platform/database/connection';
import { maintainChangeLog } from '../../../../../server/src/platform/database/change-log';

const USER_COUNT = 20;
const MONTH_COUNT = 6;
const MONTH_MS = 30 * 86_400_000;
/**
 * One in LARGE_SET_INTERVAL change sets (the changes of one action) has 5,000 changes, one in MEDIUM_SET_INTERVAL has 50. All others have
 * one.
 */
const LARGE_SET_INTERVAL = 2_000;
const MEDIUM_SET_INTERVAL = 50;
const LARGE_SET_SIZE = 5_000;
const MEDIUM_SET_SIZE = 50;
const MEAN_SET_SIZE = 1 + (LARGE_SET_SIZE - 1) / LARGE_SET_INTERVAL + (MEDIUM_SET_SIZE - 1) / MEDIUM_SET_INTERVAL;
const IMAGE_COUNT = 200_000;

/** A filter of the list of change sets, as query parameters. */
export type SetFilter = Record<string, string>;

export interface BenchChanges {
  changes: number;
  sets: number;
  /** Filters by their name in the result table. */
  filters: Record<string, SetFilter>;
  /** Ids of the rows whose history is read, by their name in the result table. */
  subjects: Record<string, string>;
  /** Id of the newest change set with `LARGE_SET_SIZE` changes. */
  largeSet: number;
}

/**
 * Fills the change log of a workspace by SQL with about `changes` entries of the last months. The entries are similar to those of
 * users, programs and background work: most sets are single writes, but most entries belong to bulk changes.
 */
export async function loadChanges(db: Db, workspaceId: string, changes: number): Promise<BenchChanges> {
  const sets = Math.ceil(changes / MEAN_SET_SIZE);
  const users = await createMembers(db, workspaceId);
  const now = Date.now();
  const start = now - MONTH_COUNT * MONTH_MS;
  for (let month = 0; month <= MONTH_COUNT; month += 1) await maintainChangeLog(db, 0, new Date(start + month * MONTH_MS));
  await createSets(db, { workspaceId, sets, users, start, now });
  for (let month = 0; month < MONTH_COUNT; month += 1)
    await createEntries(db, workspaceId, new Date(start + month * MONTH_MS), new Date(start + (month + 1) * MONTH_MS));
  await loadStatistics(db, workspaceId, users, start);
  await vacuumPartitions(db);
  const { rows } = await sql<{ entries: number; large: number }>`
    select (select count(*)::int from change where workspace_id = ${workspaceId}) as entries,
      (select max(id)::int from change_set where workspace_id = ${workspaceId} and action = 'POST /bench/large') as large`.execute(
    db,
  );
  const { entries, large } = rows[0]!;
  const middleTime = new Date(start + (MONTH_COUNT * MONTH_MS) / 2).toISOString();
  const oldPeriod = {
    created_after: new Date(start + 10 * 86_400_000).toISOString(),
    created_before: new Date(start + 17 * 86_400_000).toISOString(),
  };
  const [frequentUser = '', otherUser = '', rareUser = ''] = [users[0], users[1], users.at(-1)];
  return {
    changes: entries,
    sets,
    largeSet: large,
    filters: {
      'no filter': {},
      'frequent user': { user: frequentUser },
      'rare user': { user: rareUser },
      'frequent kind': { kind: 'detection_object' },
      'kind of 4 %': { kind: 'product' },
      'rare kind': { kind: 'flow' },
      'kind without changes': { kind: 'price_source' },
      'API token': { origin: 'token' },
      'long work': { origin: 'work' },
      'rare origin': { origin: 'operator' },
      'a week long ago': oldPeriod,
      'before half of the period': { created_before: middleTime },
      'user and kind': { user: otherUser, kind: 'product' },
      'user and kind that never coincide': { user: frequentUser, kind: 'product' },
      'user, week long ago': { user: otherUser, ...oldPeriod },
      'kind, week long ago': { kind: 'product', ...oldPeriod },
      'origin, week long ago': { origin: 'token', ...oldPeriod },
      'rare kind in the newer half': { kind: 'flow', created_after: middleTime },
      'origin and kind': { origin: 'token', kind: 'image_verification' },
      'all filters': { user: otherUser, kind: 'product', origin: 'token', ...oldPeriod },
    },
    subjects: { 'an image': toImageId(4_711), 'a job with 1 % of all entries': toJobId(), 'a row without entries': randomUUID() },
  };
}

const toImageId = (index: number) => toUuid(`image ${index}`);
const toJobId = () => toUuid('job');

function toUuid(text: string): string {
  const hex = createHash('md5').update(text).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Creates members who cannot sign in. The last member makes very few changes. */
async function createMembers(db: Db, workspaceId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with members as (
      insert into app_user (email, username, password_hash, api_token)
      select name || '@bench.example', name, '', md5(random()::text) || substr(md5(random()::text), 1, 8)
      from generate_series(0, ${USER_COUNT}::int) n, format('member-%s', n) name returning id)
    insert into membership (user_id, workspace_id) select id, ${workspaceId}::uuid from members returning user_id as id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

interface SetsToCreate {
  workspaceId: string;
  sets: number;
  users: readonly string[];
  start: number;
  now: number;
}

async function createSets(db: Db, { workspaceId, sets, users, start, now }: SetsToCreate): Promise<void> {
  const isLarge = sql`n % ${sql.lit(LARGE_SET_INTERVAL)} = 7`;
  // Only every second large set is background work, so a page that is filtered by background work contains only large sets.
  const isBackgroundWork = sql`n % ${sql.lit(2 * LARGE_SET_INTERVAL)} = 7`;
  await sql`
    insert into change_set (workspace_id, created, user_id, origin, action, relations)
    select ${workspaceId}::uuid, to_timestamp(${start / 1000}::float8 + n * ${(now - start) / 1000 / sets}::float8),
      case when n <= 20 then (${users}::uuid[])[${sql.lit(USER_COUNT + 1)}] else (${users}::uuid[])[1 + u] end,
      case when ${isBackgroundWork} then 'work' when n % ${sql.lit(Math.max(10, Math.floor(sets / 40)))} = 3 then 'operator' when k2 < 5 then 'token' else 'console' end,
      case when ${isLarge} then 'POST /bench/large' else 'POST /detection/v2/object/' end,
      case when n % ${sql.lit(Math.max(10, Math.floor(sets / 10)))} = 5 then array['flow']
        when k < 55 then array['detection_object'] when k < 65 then array['polygon'] when k < 73 then array['training_image']
        when k < 83 then array['image_label', 'training_image'] when k < 91 then array['image_verification']
        when k < 99 and u % 2 = 1 then array['product'] when k < 99 then array['detection_object', 'object_label']
        else array['job_item'] end
    from generate_series(1, ${sets}::int) n,
      lateral (select (hashint4(n) & 65535) % 100 as k, (hashint4(n + 1) & 65535) % 100 as k2,
        floor(${sql.lit(USER_COUNT)} * power((hashint4(n + 2) & 65535) / 65536.0, 2))::int as u) h
    order by n`.execute(db);
}

/** Creates the entries of the change sets of a period. Creations and deletions of shapes contain the complete row. */
async function createEntries(db: Db, workspaceId: string, start: Date, end: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Skip the triggers that count entries, because the counts of all sets are stored at once.
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`set local synchronous_commit = off`.execute(trx);
    await sql`
      insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after)
      select s.id, s.workspace_id, s.created, s.relations[1], e.subject, e.row_id,
        case when e.op < 5 then 'insert' when e.op < 9 then 'update' else 'delete' end,
        case when e.op >= 9 then e.shape when e.op >= 5 then e.change end,
        case when e.op < 5 then e.shape when e.op < 9 then e.change end
      from (
          select *, row_number() over (order by id) as n from change_set
          where workspace_id = ${workspaceId} and created >= ${start} and created < ${end}) s,
        lateral (select case when s.action = 'POST /bench/large' then ${sql.lit(LARGE_SET_SIZE)} when s.id % ${sql.lit(MEDIUM_SET_INTERVAL)} = 3 then ${sql.lit(MEDIUM_SET_SIZE)} else 1 end as size) z,
        generate_series(1, z.size) m,
        lateral (select (hashint8(s.id * 7919 + m) & 65535) % 10 as op,
          'image ' || (case when z.size = 1 then s.id / 10 else hashint8(s.id * 7919 + m) & 2147483647 end) % ${sql.lit(IMAGE_COUNT)} as image,
          md5(s.id || ' ' || m)::uuid::text as row_id) r,
        lateral (select case when s.relations[1] = 'job_item' then md5('job')::uuid::text else md5(r.image)::uuid::text end as subject, r.row_id, r.op,
          jsonb_build_object('id', r.row_id, 'seq', s.id, 'image_id', md5(r.image)::uuid, 'workspace_id', s.workspace_id, 'created', s.created,
            'detection_label_id', md5(r.image || 'label')::uuid, 'data', array[m, s.id % 1000, m + 120, s.id % 1000 + 80], 'meta_data', '{}'::jsonb,
            'verified', false, 'score', null) as shape,
          jsonb_build_object('data', array[m, s.id % 1000, m + 120, s.id % 1000 + 80]) as change) e
      order by s.id, m`.execute(trx);
    await sql`
      update change_set s set counts = c.counts
      from (
        select change_set_id, jsonb_object_agg(relation || ' ' || operation, n) as counts
        from (
          select change_set_id, relation, operation, count(*) as n from change where created >= ${start} and created < ${end} group by 1, 2, 3) e
        group by 1) c
      where c.change_set_id = s.id`.execute(trx);
  });
}

const createIds = (count: number) => Array.from({ length: count }, () => randomUUID());

/** Creates the daily counts of each user in five jobs with five labels each, and marks all entries as counted. */
async function loadStatistics(db: Db, workspaceId: string, users: readonly string[], start: number): Promise<void> {
  await sql`update statistics_progress set (counted_id, pending_id) = (select last_value, last_value from change_id)`.execute(db);
  await sql`
    insert into daily_statistics (workspace_id, day, user_id, job_id, label_id, items_done, shapes_created, active_ms)
    select ${workspaceId}::uuid, to_timestamp(${start / 1000}::float8)::date + d, u, j, l, 12, 340, 1800000
    from generate_series(0, ${sql.lit(MONTH_COUNT * 30)}) d, unnest(${users}::uuid[]) u, unnest(${createIds(5)}::uuid[]) j, unnest(${createIds(5)}::uuid[]) l`.execute(
    db,
  );
}

/** Collects planner statistics like autovacuum: for the partitions, but not for their parent table. */
async function vacuumPartitions(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'change'::regclass`.execute(db);
  for (const name of ['change_set', 'change_set_kind', 'daily_statistics', ...rows.map((row) => row.name)])
    await sql`vacuum analyze ${sql.table(name)}`.execute(db);
}

/** Describes the size of the change log with its indexes. */
export async function measureStorage(db: Db): Promise<string> {
  const { rows } = await sql<{ entries: number; entry_bytes: number; index_bytes: number; sets: number; set_bytes: number }>`
    select sum(c.reltuples)::float8 as entries, sum(pg_table_size(c.oid))::float8 as entry_bytes, sum(pg_indexes_size(c.oid))::float8 as index_bytes,
      (select reltuples::float8 from pg_class where oid = 'change_set'::regclass) as sets,
      (pg_total_relation_size('change_set') + pg_total_relation_size('change_set_kind'))::float8 as set_bytes
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'change'::regclass and c.reltuples > 0`.execute(
    db,
  );
  const { entries, entry_bytes, index_bytes, sets, set_bytes } = rows[0]!;
  const total = entry_bytes + index_bytes + set_bytes;
  const formatBytesPerEntry = (bytes: number) => `${(bytes / entries).toFixed(0)} bytes`;
  return `Storage: ${(total / 1e9).toFixed(2)} GB, ${formatBytesPerEntry(total)} a change: rows ${formatBytesPerEntry(entry_bytes)}, indexes ${formatBytesPerEntry(index_bytes)}; ${(set_bytes / sets).toFixed(0)} bytes a set`;
}
