import { sql } from 'kysely';
import { createImageBase64 } from '../api/fixtures';
import { setUpTestServer } from '../api/test-server';

const OUT_OF_SPACE = { detail: 'The server is out of space. Nothing of yours is lost.', code: 'out_of_space' };

const server = setUpTestServer();

it('an upload to a full disk returns 503 with a message and leaves no row', async () => {
  const { client } = await server.createTenant();
  const { files } = server.app.deps;
  const failingPut = jest
    .spyOn(files, 'put')
    .mockRejectedValue(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' }));
  const upload = { base64: await createImageBase64(), noresize: true };
  const response = await client.post('/recognition/v2/training-image/', upload);
  expect([response.status, response.body, response.headers['retry-after']]).toEqual([503, OUT_OF_SPACE, expect.any(String)]);
  expect((await client.get('/recognition/v2/training-image/')).body).toMatchObject({ count: 0 });
  failingPut.mockRestore();
  expect((await client.post('/recognition/v2/training-image/', upload)).status).toBe(201);
});

it('a write to a full PostgreSQL disk returns 503 and succeeds when retried later', async () => {
  const { client } = await server.createTenant();
  await sql`
    create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100'; end $$`.execute(
    server.db,
  );
  await sql`create trigger no_room before insert on recognition_label for each row execute function no_room()`.execute(server.db);
  const createLabel = () =>
    client.post('/recognition/v2/label/', { name: 'a label' }, { headers: { 'idempotency-key': 'the same' } });
  expect([(await createLabel()).status, (await createLabel()).body]).toEqual([503, OUT_OF_SPACE]);
  await sql`drop function no_room cascade`.execute(server.db);
  expect((await createLabel()).status).toBe(201);
});
