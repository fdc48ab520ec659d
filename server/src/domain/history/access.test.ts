import type { Change, ChangeSet } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { expectBody } from '../../testing/api/client';
import { createNamedRow, uploadImage } from '../../testing/api/fixtures';
import { setUpTestServer } from '../../testing/api/test-server';
import type { TestUser } from '../../testing/api/test-users';
import { removeMember } from '../account/workspaces';

const server = setUpTestServer();
let anna: TestUser;
let ben: TestUser;
let workspace: string;
let otherWorkspace: string;
beforeEach(async () => {
  [anna, ben] = [await server.createTestUser(), await server.createTestUser()];
  workspace = await server.createTestWorkspace({ members: [anna] });
  otherWorkspace = await server.createTestWorkspace({ members: [anna, ben] });
});

type Query = Record<string, string | number>;
const listChangeSets = async (user: TestUser, query: Query) =>
  expectBody<{ results: ChangeSet[] }>(await user.client.get('/history/v2/set/', query)).results;
const readChanges = async (user: TestUser, query: Query) =>
  expectBody<{ results: Change[] }>(await user.client.get('/history/v2/change/', query)).results;

describe('access to the history', () => {
  it('separates two workspaces of the same user', async () => {
    const image = await uploadImage(anna.client, { workspace: otherWorkspace });
    const [changeSet] = await listChangeSets(anna, { workspace: otherWorkspace });
    expect(await readChanges(anna, { workspace: otherWorkspace, change_set: changeSet!.id })).toMatchObject([{ row: image.id }]);
    expect((await listChangeSets(anna, { workspace })).map(({ id }) => id)).not.toContain(changeSet!.id);
    expect(await readChanges(anna, { workspace, change_set: changeSet!.id })).toEqual([]);
    expect(await readChanges(anna, { workspace, subject: image.id })).toEqual([]);
  });

  it('is refused to a former member and to programs with their token', async () => {
    const image = await uploadImage(anna.client, { workspace: otherWorkspace });
    await removeMember(server.db, otherWorkspace, ben.id);
    const changeSets = await ben.client.get('/history/v2/set/', { workspace: otherWorkspace });
    const changes = await ben.client.get('/history/v2/change/', { workspace: otherWorkspace, subject: image.id });
    expect([changeSets.status, changes.status]).toEqual([404, 404]);
  });

  it('does not confirm users who never belonged to the workspace', async () => {
    const response = await anna.client.get('/history/v2/set/', { workspace, user: ben.id });
    expect([response.status, response.body]).toEqual([404, { detail: 'User not found.' }]);
  });

  it('names a former member only by id, and finds their changes', async () => {
    const { id } = await createNamedRow(ben.client, '/detection/v2/label/', { workspace: otherWorkspace });
    const [changeSetBefore] = await listChangeSets(anna, { workspace: otherWorkspace, user: ben.id });
    expect(changeSetBefore?.user).toMatchObject({ id: ben.id, username: ben.email });
    await removeMember(server.db, otherWorkspace, ben.id);
    const [changeSetAfter] = await listChangeSets(anna, { workspace: otherWorkspace, user: ben.id });
    expect(changeSetAfter?.user).toEqual({ id: ben.id, username: null });
    const [change] = await readChanges(anna, { workspace: otherWorkspace, subject: id });
    expect(change?.change_set.user).toEqual({ id: ben.id, username: null });
  });

  it('reveals no column with the key of a file, a token or a hash', async () => {
    // The column `key` of labels is allowed, because it contains the keyboard shortcut of the label.
    const { rows } = await sql<{ relation: string; columns: string[] }>`
      select c.relname as relation, array_agg(a.attname::text) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_trigger t on t.tgrelid = c.oid and t.tgname = 'log_update'
      where a.attnum > 0 and not a.attisdropped and a.attname ~ '(key|token|hash|secret|password)' and a.attname <> 'key' group by 1`.execute(
      server.db,
    );
    expect(rows.flatMap(({ columns }) => columns)).toEqual(expect.arrayContaining(['img_key', 'model_key', 'content_hash']));
    const [changeSet] = await listChangeSets(anna, { workspace });
    for (const { relation, columns } of rows) {
      const row = JSON.stringify(Object.fromEntries(columns.map((column) => [column, `secret of ${column}`])));
      await sql`
        insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after)
        values (${changeSet!.id}, ${workspace}, now(), ${relation}, 'subject', 'row', 'update', ${row}, ${row})`.execute(
        server.db,
      );
    }
    const changes = await readChanges(anna, { workspace, subject: 'subject' });
    expect(changes).toHaveLength(rows.length);
    expect(changes.filter((change) => JSON.stringify(change).includes('secret of'))).toEqual([]);
  });
});
