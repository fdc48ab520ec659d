import type { ChangeSet, RestoreResult, UndoResult, Work } from '@console/shared-contract/api';
import { CHANGE_SET_HEADER } from '@console/shared-contract/limits';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { attemptWork } from '../../../platform/queue/attempt';
import type { WorkKind } from '../../../platform/queue/kind';
import { expectBody, TestClient } from '../../../testing/api/client';
import { createNamedRow, uploadImages } from '../../../testing/api/fixtures';
import { createTestServer, type TestServer } from '../../../testing/api/test-server';
import type { TestUser } from '../../../testing/api/test-users';
import { expectFacetsToMatch } from '../../../testing/history/expect-facets';
import { createUndoKind } from './undo-work';

const SMALL_UNDO_LIMITS = { maxDirectEntries: 0, batchSize: 2 };
/** A server that undoes the change sets of these tests within the request. */
let directServer: TestServer;
/** A server that undoes the same sets by background work, as it does for large sets. */
let backgroundServer: TestServer;
let owner: TestUser;
/** A manager. */
let anna: TestUser;
let workspace: string;
beforeAll(async () => {
  directServer = await createTestServer();
  backgroundServer = await createTestServer({ sharedWith: directServer, config: { undo: SMALL_UNDO_LIMITS } });
  [owner, anna] = [await directServer.createTestUser(), await directServer.createTestUser()];
});
afterAll(async () => {
  await backgroundServer.close();
  await directServer.close();
});
beforeEach(async () => {
  workspace = await directServer.createTestWorkspace({ members: [owner, anna] });
});
afterEach(async () => {
  await directServer.runWork();
  await expectFacetsToMatch(directServer.db, workspace);
});

const OBJECTS = '/detection/v2/object/';
const IMAGES = '/recognition/v2/training-image/';
const UNDO = '/history/v2/undo';
const createClient = ({ origin }: TestServer) => new TestClient(origin, anna.client.authorization);

async function findChangeSet(): Promise<ChangeSet> {
  const { results } = expectBody<{ results: ChangeSet[] }>(await anna.client.get('/history/v2/set/', { workspace, limit: 1 }));
  return results[0]!;
}
const undoDirectly = async (body: object) =>
  expectBody<UndoResult>(await createClient(directServer).post(UNDO, { workspace, ...body }));
const requestLargeUndo = async (body: object) => {
  const { pending } = expectBody<UndoResult>(await createClient(backgroundServer).post(UNDO, { workspace, ...body }));
  return pending!;
};
const readResult = async (work: string) => expectBody<RestoreResult>(await anna.client.get(`${UNDO}/${work}`));
async function undoLarge(body: object): Promise<RestoreResult> {
  const work = await requestLargeUndo(body);
  await backgroundServer.runWork();
  return readResult(work);
}
const readWork = async (id: string) => expectBody<Work>(await anna.client.get(`/annotate/v2/work/${id}`));

/** The columns of the affected rows that an undo restores, and the entries that it writes. */
async function readState(): Promise<unknown> {
  const { rows } = await sql<{ rows: unknown }>`
    select (select jsonb_agg(to_jsonb(t) - 'version' - 'thumb_token' order by t.id) from detection_object t where t.workspace_id = ${workspace}) as objects,
      (select jsonb_agg(to_jsonb(t) - 'version' - 'updated' order by t.id) from training_image t where t.workspace_id = ${workspace}) as images,
      (select jsonb_agg(to_jsonb(t) order by t.image_id) from image_label t where t.workspace_id = ${workspace}) as labels,
      (select count(*) from change_set s where s.workspace_id = ${workspace} and s.undoes is not null) as undos`.execute(
    directServer.db,
  );
  return rows[0];
}

/** Creates five labelled images, deletes their label, and then changes some of the rows that an undo of the deletion restores. */
async function createImages() {
  const label = (await createNamedRow(anna.client, '/detection/v2/label/', { workspace })).id;
  const images = (await uploadImages(anna.client, 5, { workspace })).map(({ id }) => id);
  const objects: string[] = [];
  for (const image of images) {
    const body = { image, detection_label: label, data: [1, 2, 20, 20], workspace };
    objects.push(expectBody<{ id: string }>(await anna.client.post(OBJECTS, body), 201).id);
  }
  return { label, images, objects };
}
const setMeta = (images: readonly string[], value: unknown) =>
  anna.client.post(`${IMAGES}change`, { change: 'set-meta', images, key: 'shelf', value, workspace });

describe('a large undo', () => {
  it('has the same preview, conflicts and result as a small one, and can be undone', async () => {
    const { images } = await createImages();
    await setMeta(images, 1);
    const changeSet = await findChangeSet();
    await setMeta(images.slice(1, 4), 2);
    const body = { change_set: changeSet.id };
    const { pending: _pending, undoes: _undoes, work: _work, ...preview } = await undoDirectly({ ...body, dry_run: true });
    expect(preview).toMatchObject({ undone: 2, conflict_count: 3 });
    const stateBefore = await readState();
    expect(await undoLarge({ ...body, dry_run: true })).toEqual(preview);
    expect(await readState()).toEqual(stateBefore);

    const result = await undoLarge(body);
    expect({ ...result, change_set: null }).toEqual(preview);
    const conflictingRows = preview.conflicts.slice(0, 2).map(({ kind, subject, row }) => ({ kind, subject, row }));
    expect(await undoLarge({ ...body, rows: conflictingRows, overwrite: true })).toMatchObject({ undone: 2, conflicts: [] });
    const values = await sql<{ value: number | null }>`
      select (meta_data -> 'shelf')::int as value from training_image where workspace_id = ${workspace} order by 1`.execute(
      directServer.db,
    );
    expect(values.rows.map(({ value }) => value)).toEqual([2, null, null, null, null]);
    expect(await undoLarge({ change_set: result.change_set })).toMatchObject({ undone: 2, conflicts: [] });
  });

  it('restores a label with all its shapes as one change set of the user', async () => {
    const { label, objects } = await createImages();
    const stateBefore = await readState();
    await anna.client.delete(`/detection/v2/label/${label}`);
    const deletionSet = await findChangeSet();
    const rows = [{ change_set: deletionSet.id, kind: 'detection_label', subject: label, row: label }];
    const key = randomUUID();
    const { pending } = expectBody<RestoreResult>(
      await createClient(backgroundServer).post(
        '/history/v2/restore',
        { rows, workspace },
        { headers: { [CHANGE_SET_HEADER]: key } },
      ),
    );
    expect((await anna.client.get(`${UNDO}/${pending}`)).status).toBe(409);
    await backgroundServer.runWork();
    expect(await readResult(pending!)).toMatchObject({ undone: objects.length + 1, conflicts: [] });
    expect(await readState()).toEqual(stateBefore);
    expect(await findChangeSet()).toMatchObject({
      user: { id: anna.id },
      origin: 'console',
      action: 'POST /history/v2/restore',
      work: pending,
    });
    expect(await undoLarge({ key })).toMatchObject({ undone: objects.length + 1, conflicts: [] });
  });

  it('reports its progress and changes nothing if it is cancelled meanwhile', async () => {
    const { images } = await createImages();
    await setMeta(images, 1);
    const stateBefore = await readState();
    const work = await requestLargeUndo({ change_set: (await findChangeSet()).id });
    const progressReports: Work[] = [];
    const kind = createUndoKind(SMALL_UNDO_LIMITS);
    const cancellingKind: WorkKind = {
      ...kind,
      run: (context) =>
        kind.run({
          ...context,
          progress: async (done, total) => {
            await context.progress(done, total);
            progressReports.push(await readWork(work));
            if (done === 4) await anna.client.post(`/annotate/v2/work/${work}/cancel`, {});
          },
        }),
    };
    await backgroundServer.runWork([cancellingKind]);
    expect(progressReports.map(({ done, total }) => [done, total])).toEqual([
      [2, 5],
      [4, 5],
    ]);
    expect(await readWork(work)).toMatchObject({ status: 'cancelled' });
    expect(await readState()).toEqual(stateBefore);
  });

  it.each([
    ['before its commit', false],
    ['after its commit', true],
  ])('takes effect once if the server is killed %s', async (_, isCommitted) => {
    const { images } = await createImages();
    await setMeta(images, 1);
    const work = await requestLargeUndo({ change_set: (await findChangeSet()).id });
    const kind = createUndoKind(SMALL_UNDO_LIMITS);
    const failConnection = () => Promise.reject(new Error('Connection terminated unexpectedly'));
    const dyingKind: WorkKind = {
      ...kind,
      run: (context) =>
        isCommitted
          ? kind.run(context).then(failConnection)
          : kind.run({ ...context, progress: (done) => (done === 4 ? failConnection() : Promise.resolve()) }),
    };
    const options = { db: backgroundServer.db, starts: 1, isLast: false, requestId: null, onError: () => undefined };
    await expect(attemptWork(dyingKind, work, options)).rejects.toThrow('terminated');
    await backgroundServer.runWork();
    expect(await readResult(work)).toMatchObject({ undone: 5, conflicts: [], change_set: (await findChangeSet()).id });
    expect(await readState()).toMatchObject({ undos: 1 });
  });

  it('fails if the user may no longer undo these changes', async () => {
    const { label } = await createImages();
    await anna.client.delete(`/detection/v2/label/${label}`);
    const work = await requestLargeUndo({ change_set: (await findChangeSet()).id });
    await sql`update membership set role = 'annotator' where user_id = ${anna.id} and workspace_id = ${workspace}`.execute(
      directServer.db,
    );
    await backgroundServer.runWork();
    expect(await readWork(work)).toMatchObject({ status: 'failed', error: expect.stringContaining('no longer allowed') });
  });
});
