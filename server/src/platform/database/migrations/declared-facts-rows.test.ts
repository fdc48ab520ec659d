import { randomUUID } from 'node:crypto';
import { Migrator, sql } from 'kysely';
import { migrations } from '.';
import { createEmptyDatabase, type TestDatabase } from '../../../testing/database/test-database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

it('the migration joins equal declared facts about the shapes of an image', async () => {
  const { db } = database;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const migrateTo = async (name: string) => expect((await migrator.migrateTo(name)).error).toBeUndefined();
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
