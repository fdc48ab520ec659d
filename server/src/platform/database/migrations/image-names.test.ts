import { Migrator, sql } from 'kysely';
import { migrations } from '.';
import { createEmptyDatabase, type TestDatabase } from '../../../testing/database/test-database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

it('the migration moves file names from the meta data to the name column', async () => {
  const { db } = database;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const migrateTo = async (name: string) => expect((await migrator.migrateTo(name)).error).toBeUndefined();
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
