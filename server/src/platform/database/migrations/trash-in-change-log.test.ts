import { Migrator, sql } from 'kysely';
import { migrations } from '.';
import { createEmptyDatabase, type TestDatabase } from '../../../testing/database/test-database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

it('the migration moves deleted groups and products to the change log once', async () => {
  const { db } = database;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const migrateTo = async (name: string) => expect((await migrator.migrateTo(name)).error).toBeUndefined();
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
