import { sql, type Kysely } from 'kysely';

/**
 * Creates the table of embeddings (ADR 0058), and a queue of images, objects and groups without an up-to-date embedding. Insert and update
 * triggers only append to the queue, so that concurrent writes do not block each other. Delete triggers also remove embeddings.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence embedding_change`.execute(db);
  await sql`
    create table embedding (
      workspace_id uuid not null references workspace(id) on delete cascade,
      kind text not null check (kind in ('image', 'object', 'group')),
      -- id of the image, object or group
      id uuid not null,
      -- version of the model; embeddings of different versions are not comparable
      version int not null,
      -- 128 int8 values; null if there is no embedding, such as for an unreadable image or an empty group
      data bytea check (octet_length(data) = 128),
      -- change number within the workspace, increasing in commit order
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
      -- the part of the embedding for which nearest neighbours are most often in the same verified group
      likeness text not null check (likeness in ('colours', 'features', 'both')),
      recall jsonb not null,
      -- number of verified groups that the choice is based on
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

  await createStatementTrigger(db, 'training_image', 'insert', enqueueSql('image', 'c.id', 'came c'));
  await createStatementTrigger(db, 'training_image', 'delete', deleteEmbeddingSql('image'));
  await createStatementTrigger(db, 'detection_object', 'insert', enqueueSql('object', 'c.id', 'came c'));
  const changedBoxes = 'came c join went w using (id) where c.data <> w.data or c.image_id <> w.image_id';
  await createStatementTrigger(db, 'detection_object', 'update', enqueueSql('object', 'c.id', changedBoxes));
  await createStatementTrigger(db, 'detection_object', 'delete', deleteEmbeddingSql('object'));
  await createStatementTrigger(db, 'similarity_group', 'delete', deleteEmbeddingSql('group'));
  for (const [table, column] of [
    ['group_image', 'group_id'],
    ['group_object', 'group_id'],
    ['group_group', 'parent_id'],
  ] as const) {
    await createStatementTrigger(db, table, 'insert', enqueueSql('group', `c.${column}`, 'came c'));
    // Groups and workspaces that are being deleted need no embedding.
    await createStatementTrigger(
      db,
      table,
      'delete',
      enqueueSql(
        'group',
        `c.${column}`,
        `went c join similarity_group g on g.id = c.${column} join workspace s on s.id = c.workspace_id`,
      ),
    );
  }
}

const enqueueSql = (kind: string, id: string, from: string) => `
  insert into embedding_due (workspace_id, kind, id) select distinct c.workspace_id, '${kind}', ${id} from ${from}`;

const deleteEmbeddingSql = (kind: string) => `delete from embedding where kind = '${kind}' and id in (select id from went)`;

/** Names the new and the old rows of a statement in its trigger. */
const REFERENCING_CLAUSES = {
  insert: 'referencing new table as came',
  update: 'referencing old table as went new table as came',
  delete: 'referencing old table as went',
};

/** Creates triggers per statement and not per row, which is faster for bulk changes. */
async function createStatementTrigger(
  db: Kysely<unknown>,
  table: string,
  event: keyof typeof REFERENCING_CLAUSES,
  statement: string,
): Promise<void> {
  const name = `embedding_${table}_${event}`;
  await sql
    .raw(`create function ${name}() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$`)
    .execute(db);
  await sql
    .raw(
      `create trigger ${name} after ${event} on ${table} ${REFERENCING_CLAUSES[event]} for each statement execute function ${name}()`,
    )
    .execute(db);
}
