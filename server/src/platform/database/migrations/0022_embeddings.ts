import { sql, type Kysely } from 'kysely';

/**
 * Creates embeddings of images, objects and groups (ADR 0058), and a queue of rows that need one. Triggers only append to the
 * queue, so that writes do not wait for each other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence embedding_change`.execute(db);
  await sql`
    create table embedding (
      workspace_id uuid not null references workspace(id) on delete cascade,
      kind text not null check (kind in ('image', 'object', 'group')),
      -- of the image, the object or the group
      id uuid not null,
      -- of what described it; those of two versions are not compared
      version int not null,
      -- 128 numbers of 8 bits; null where nothing can be told, as of a picture that cannot be read or of a group without members
      data bytea check (octet_length(data) = 128),
      -- goes up with every change of a workspace, in the order of their commits
      change bigint not null,
      primary key (id, kind)
    )`.execute(db);
  await sql`create index embedding_workspace on embedding (workspace_id, kind, change)`.execute(db);
  await sql`
    create table embedding_due (
      n bigint primary key generated always as identity,
      workspace_id uuid not null references workspace(id) on delete cascade,
      kind text not null,
      id uuid not null,
      failures smallint not null default 0
    )`.execute(db);
  await sql`create index embedding_due_workspace on embedding_due (workspace_id, kind, id)`.execute(db);
  await sql`create index embedding_due_pictures on embedding_due (n) where kind <> 'group'`.execute(db);
  await sql`create index embedding_due_groups on embedding_due (n) where kind = 'group'`.execute(db);
  await sql`
    create table similar_likeness (
      workspace_id uuid primary key references workspace(id) on delete cascade,
      -- by which part the nearest of a thing is most often of its own verified group
      likeness text not null check (likeness in ('colours', 'features', 'both')),
      recall jsonb not null,
      -- verified groups that it was found out on
      groups int not null,
      decided timestamptz not null default clock_timestamp()
    )`.execute(db);

  await sql`
    insert into embedding_due (workspace_id, kind, id)
    select workspace_id, 'image', id from training_image order by created desc`.execute(db);
  await sql`
    insert into embedding_due (workspace_id, kind, id)
    select workspace_id, 'object', id from detection_object order by created desc`.execute(db);
  await sql`insert into embedding_due (workspace_id, kind, id) select workspace_id, 'group', id from similarity_group`.execute(
    db,
  );

  await onEvent(db, 'training_image', 'insert', due('image', 'c.id', 'came c'));
  await onEvent(db, 'training_image', 'delete', forget('image'));
  await onEvent(db, 'detection_object', 'insert', due('object', 'c.id', 'came c'));
  const moved = 'came c join went w using (id) where c.data <> w.data or c.image_id <> w.image_id';
  await onEvent(db, 'detection_object', 'update', due('object', 'c.id', moved));
  await onEvent(db, 'detection_object', 'delete', forget('object'));
  await onEvent(db, 'similarity_group', 'delete', forget('group'));
  for (const [table, column] of [
    ['group_image', 'group_id'],
    ['group_object', 'group_id'],
    ['group_group', 'parent_id'],
  ] as const) {
    await onEvent(db, table, 'insert', due('group', `c.${column}`, 'came c'));
    // A group or workspace that is being deleted needs no embedding.
    await onEvent(
      db,
      table,
      'delete',
      due(
        'group',
        `c.${column}`,
        `went c join similarity_group g on g.id = c.${column} join workspace s on s.id = c.workspace_id`,
      ),
    );
  }
}

const due = (kind: string, id: string, from: string) => `
  insert into embedding_due (workspace_id, kind, id) select distinct c.workspace_id, '${kind}', ${id} from ${from}`;

const forget = (kind: string) => `delete from embedding where kind = '${kind}' and id in (select id from went)`;

const TABLES = {
  insert: 'referencing new table as came',
  update: 'referencing old table as went new table as came',
  delete: 'referencing old table as went',
};

/** Creates triggers per statement and not per row, which is faster for bulk changes. */
async function onEvent(db: Kysely<unknown>, table: string, event: keyof typeof TABLES, work: string): Promise<void> {
  const name = `embedding_${table}_${event}`;
  await sql
    .raw(`create function ${name}() returns trigger language plpgsql as $$ begin ${work}; return null; end $$`)
    .execute(db);
  await sql
    .raw(`create trigger ${name} after ${event} on ${table} ${TABLES[event]} for each statement execute function ${name}()`)
    .execute(db);
}
