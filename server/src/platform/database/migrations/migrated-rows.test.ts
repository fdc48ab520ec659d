import { randomUUID } from 'node:crypto';
import { Migrator, sql } from 'kysely';
import { migrations } from '.';
import type { Db } from '../connection';
import { createEmptyDatabase, type TestDatabase } from '../../../testing/database/test-database';

// The tests run in the order of the migrations, in one database, because running all migrations takes seconds.
let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createEmptyDatabase();
  ({ db } = database);
});
afterAll(() => database.drop());

async function migrateTo(name: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  expect((await migrator.migrateTo(name)).error).toBeUndefined();
}

it('the migration moves file names from the meta data to the name column', async () => {
  await migrateTo('0036_grey_thumbnails');
  const metaData = [{ filename: ' Shelf 1.JPG ', aisle: 3 }, { filename: 7 }, { filename: ' ' }, ['filename'], {}];
  await sql`with created as (insert into workspace (name) values ('w') returning id)
    insert into training_image (workspace_id, seq, img_key, thumb_key, content_type, content_hash, img_width, img_height, meta_data, created)
    select created.id, n, 'k', 't', 'image/png', n::text, 10, 10, data::jsonb, now()
    from created, unnest(${metaData.map((data) => JSON.stringify(data))}::text[]) with ordinality named (data, n)`.execute(db);
  await migrateTo('0037_image_names');
  const { rows } = await sql<{ name: string | null; file_name: string | null; meta_data: unknown }>`
    select name, file_name, meta_data from training_image order by seq`.execute(db);
  expect(rows.map(({ name, file_name }) => [name, file_name])).toEqual([
    ['Shelf 1.JPG', 'shelf 1.jpg'],
    ...Array.from({ length: 4 }, () => [null, null]),
  ]);
  expect(rows.map(({ meta_data }) => meta_data)).toEqual(metaData);
});

it('the migration moves deleted groups and products to the change log once', async () => {
  await migrateTo('0045_history_limits');
  const [group, logged, product, user, image] = [1, 2, 3, 4, 5].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
  await sql`insert into app_user (id, email, username, password_hash, api_token) values (${user}, 'anna@x.test', 'anna', '', repeat('t', 40))`.execute(
    db,
  );
  await sql`
    with created as (insert into workspace (name) values ('w') returning id), trash as (
      insert into deleted_group (id, workspace_id, row, links, deleted_at, deleted_by)
      select t.id::uuid, created.id, jsonb_build_object('id', t.id), t.links::jsonb, '2026-03-01', ${user}::uuid
      from created, (values (${group}, ${JSON.stringify({ group_image: [{ group_id: group, image_id: image }], children: [] })}),
        (${logged}, '{}')) t(id, links)
    ), products as (
      insert into deleted_product (id, workspace_id, row, links, deleted_at)
      select ${product}::uuid, id, '{"name": "Milk"}', '{"price": [{"id": "p1", "product_id": "x"}]}', '2026-03-02' from created
    )
    insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation)
    select 1, id, now(), 'similarity_group', ${logged}, ${logged}, 'delete' from created`.execute(db);
  await migrateTo('0046_trash_in_change_log');
  const { rows } = await sql`
    select s.user_id, s.origin, s.relations, c.relation, c.subject_id, c.row_id, c.before
    from change c join change_set s on s.id = c.change_set_id and c.created between s.created and s.finished
    where c.operation = 'delete' order by c.id`.execute(db);
  const ofGroup = { user_id: user, origin: 'console', relations: ['group_image', 'similarity_group'], subject_id: group };
  const ofProduct = { user_id: null, origin: 'server', relations: ['price', 'product'] };
  expect(rows).toEqual([
    { ...ofGroup, relation: 'similarity_group', row_id: group, before: { id: group } },
    { ...ofGroup, relation: 'group_image', row_id: image, before: { group_id: group, image_id: image } },
    { ...ofProduct, relation: 'product', subject_id: product, row_id: product, before: { name: 'Milk' } },
    { ...ofProduct, relation: 'price', subject_id: 'x', row_id: 'p1', before: { id: 'p1', product_id: 'x' } },
  ]);
});

it('the migration joins equal declared facts about the shapes of an image', async () => {
  await migrateTo('0050_api_tokens');
  const [image, importId, ...shapes] = Array.from({ length: 5 }, () => randomUUID());
  const rows = shapes.map((id, index) => ({ id, by: index === 0 ? 'ann' : 'ben' }));
  await sql`with created as (insert into workspace (name) values ('w') returning id)
    insert into declared_provenance (workspace_id, import_id, file, relation, subject_id, row_id, facts)
    select created.id, ${importId}, 'a.xml', 'polygon', ${image}, r.id, jsonb_build_array(jsonb_build_object('by', r.by))
    from created, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r(id uuid, by text)`.execute(db);
  await migrateTo('0051_annotation_source');
  const storedProvenance = await sql<{ by: string; row_ids: string[] }>`
    select facts -> 0 ->> 'by' as by, row_ids from declared_provenance order by 1`.execute(db);
  expect(storedProvenance.rows.map(({ by, row_ids: ids }) => [by, ids.toSorted()])).toEqual([
    ['ann', [shapes[0]]],
    ['ben', shapes.slice(1).toSorted()],
  ]);
});
