import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Export, ExportOffer, Notice } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createNamedRow, type ListEnvelope, uploadImage } from '../../testing/api/fixtures';
import { insertImageRows } from '../../testing/api/image-rows';
import { setUpTestServer } from '../../testing/api/test-server';
import { unzip } from '../../testing/api/unzip';
import { waitUntil } from '../../testing/wait/wait-until';

const server = setUpTestServer();
let client: TestClient;
let workspaceId: string;
beforeEach(async () => {
  ({ client, workspaceId } = await server.createTenant());
});

const requestExport = async (request: object) =>
  expectBody<ExportOffer>(await client.post('/recognition/v2/training-image/export', request), 201);
/** Starts the download of a URL on a connection of its own. */
const startDownload = (url: string) => get(new URL(new URL(url).pathname, server.origin), { agent: false });
const fetchZip = async (url: string) => {
  const [response] = (await once(startDownload(url), 'response')) as [IncomingMessage];
  return unzip(await buffer(response));
};

describe('the notice of an export', () => {
  const listNotices = async () =>
    expectBody<ListEnvelope<Notice>>(await client.get('/account/v2/notice/')).results.map(({ kind, page, data }) => ({
      kind,
      page,
      data,
    }));

  it('is created once, and its download link works for a day', async () => {
    await uploadImage(client);
    const { address: url } = await requestExport({ format: 'yolo' });
    expect(await listNotices()).toEqual([]);
    await fetchZip(url);
    await fetchZip(url);
    const [notice, ...otherNotices] = await listNotices();
    expect(otherNotices).toEqual([]);
    expect(notice).toMatchObject({ kind: 'export_finished', page: { kind: 'export' }, data: { name: 'export-yolo.zip' } });
    const readExport = () => client.get(`/recognition/v2/export/${notice?.page.id}`);
    const download = expectBody<Export>(await readExport());
    expect(download).toMatchObject({ format: 'yolo', workspace: workspaceId, finished: expect.any(String) });
    expect(Date.parse(download.expires) - Date.parse(download.created)).toBe(86_400_000);
    expect([...(await fetchZip(download.address)).keys()]).toContain('data.yaml');
    await sql`update export_order set created = created - interval '1 day'`.execute(server.db);
    expect((await readExport()).status).toBe(410);
  });

  it('is created even if the browser closes the connection during the download', async () => {
    await uploadImage(client);
    const { address: url } = await requestExport({ format: 'coco' });
    await server.db.transaction().execute(async (trx) => {
      await sql`lock table image_verification in access exclusive mode`.execute(trx);
      const download = startDownload(url);
      const failedDownload = once(download, 'error');
      await waitUntil(async () => {
        const { rows } = await sql`select from pg_locks where relation = 'image_verification'::regclass and not granted`.execute(
          trx,
        );
        return rows.length > 0;
      });
      download.destroy(new Error('closed by the browser'));
      await failedDownload;
    });
    await waitUntil(async () => (await listNotices()).length > 0);
    expect(await listNotices()).toMatchObject([{ kind: 'export_finished' }]);
  });
});

describe('a download that starts before the last image is read', () => {
  /** Adds objects to the first images. Together they are more than one statement of an export reads. */
  const addObjects = (labelId: string, counts: number[]) =>
    sql`
      insert into detection_object (workspace_id, seq, image_id, detection_label_id, data, created)
      select i.workspace_id, i.seq * 5000 + n, i.id, ${labelId}, array[0, 0, 1, 1], now()
      from training_image i cross join lateral generate_series(1, (${counts}::int[])[i.seq + 1]) n
      where i.workspace_id = ${workspaceId}`.execute(server.db);

  /** Creates images, and starts an export that waits for a lock before it reads the last one. */
  async function withWaitingExport(
    useDownload: (trx: Db, download: IncomingMessage) => Promise<void>,
    { images = 201, prepare = async () => undefined }: { images?: number; prepare?: () => Promise<unknown> } = {},
  ) {
    await insertImageRows(server, client, images);
    await prepare();
    const group = await createNamedRow(client, '/similarity/training/v2/group/', { name: 'Figs' });
    await sql`
      insert into group_image (group_id, image_id, workspace_id)
      select ${group.id}, id, workspace_id from training_image where workspace_id = ${workspaceId} order by seq desc limit 1`.execute(
      server.db,
    );
    const { address: url } = await requestExport({ format: 'console' });
    await server.db.transaction().execute(async (trx) => {
      // Only the groups of the last image are read from this table.
      await sql`lock table group_group in access exclusive mode`.execute(trx);
      const [download] = (await once(startDownload(url), 'response')) as [IncomingMessage];
      await useDownload(trx, download);
    });
  }

  it('sends the first images while later images are read', async () => {
    let firstChunk: Buffer = Buffer.alloc(0);
    let remainingContent = Promise.resolve(firstChunk);
    await withWaitingExport(async (_, download) => {
      [firstChunk] = (await once(download, 'data')) as [Buffer];
      remainingContent = buffer(download);
    });
    expect(firstChunk.toString('latin1')).toContain('images/');
    const files = unzip(Buffer.concat([firstChunk, await remainingContent]));
    expect(String((await files).get('console.jsonl')).match(/^\{"image"/gm)).toHaveLength(201);
    expect(String((await files).get('README.txt'))).toMatch(/^201 images/);
  });

  it('sends the first image after a second if the next one has many shapes', async () => {
    const label = await createNamedRow(client, '/detection/v2/label/', { name: 'Fig' });
    let now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 1_001));
    const prepare = () => addObjects(label.id, [1, 5_000, 1]);
    await withWaitingExport(
      async (_, download) => {
        const [firstChunk] = (await once(download, 'data')) as [Buffer];
        expect(firstChunk.toString('latin1')).toContain('images/');
        download.resume();
      },
      { images: 3, prepare },
    ).finally(() => clock.mockRestore());
  });

  it('ends with an error if an image cannot be read', async () => {
    await withWaitingExport(async (trx, download) => {
      const received = buffer(download);
      await waitUntil(async () => {
        const { rows } = await sql`
          select pg_terminate_backend(pid) from pg_locks where relation = 'group_group'::regclass and not granted`.execute(trx);
        return rows.length > 0;
      });
      await expect(received).rejects.toThrow('aborted');
    });
  });
});
