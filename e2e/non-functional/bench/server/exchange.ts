import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MAX_IMPORT_CHUNK_BYTES, type ExportOffer, type Import, type ImportFile } from '@console/shared-contract/api';
import { sql } from 'kysely';
import sharp from 'sharp';
import { connect, type Db } from '../../../../server/src/platform/database/connection';
import { findRunningDatabase } from '../../../../server/src/platform/database/supervisor';
import { rebuildFacets } from '../../../../server/src/data-access/facets';
import { expectBody, TestClient } from '../../../../server/src/testing/api/client';
import { createZip } from '../../../../server/src/testing/api/import-driver';
import { loadWorkspace } from './lists/bench-workspace';
import { percentile, measureTime } from '../../support/measure';
import { startApi, type ServerProcess } from '../../support/server-process';
import { print } from '../../support/output';

const BOXES_PER_IMAGE = 5;
const CLASS_COUNT = 20;
/**
 * Number of images in the archive in console format (the console's own export format). The import also decodes a product crop for each
 * image.
 */
const CONSOLE_IMAGE_COUNT = 1_000;
/** How long the image list is requested while the server has no other work. */
const IDLE_MS = 15_000;
const POLL_MS = 500;

/**
 * Measures the import and export of COCO annotations, and the import of an archive in console format. Also measures how much both slow
 * down the lists of other users.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { images: { type: 'string', default: '100000' } } });
  const images = Number(values.images);
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-exchange-'));
  const api = await startApi(dataDir);
  const db = connect(findRunningDatabase(dataDir, 'console'), { max: 2 });
  try {
    const { workspaceId, apiToken } = await loadWorkspace(db, 1);
    await addImages(db, workspaceId, images);
    const authorization = `Token ${apiToken}`;
    const client = new TestClient(api.origin, authorization);
    const requestImageList = async () => expectBody(await client.get('/recognition/v2/training-image/', { page_size: 50 }));
    const warmUpEnd = Date.now() + 3_000;
    while (Date.now() < warmUpEnd) await requestImageList();
    const { listTimes: idleTimes } = await measureDuringLists(api, requestImageList, () => delay(IDLE_MS));
    print(`${images} images, ${images * BOXES_PER_IMAGE} boxes; load of the machine ${loadavg()[0]!.toFixed(1)}`);
    print(`image list without load: ${formatTimes(idleTimes)}; memory ${api.memory().toFixed(0)} MB`);

    const file = join(dataDir, 'annotations.json');
    await writeCoco(file, images);
    const id = await uploadImport(client, { origin: api.origin, authorization }, file);
    const planMeasurement = await measureWorkload(api, requestImageList, idleTimes, () => runPhase(client, id, 'plan'));
    print(`plan: ${planMeasurement.summary}`);
    const runMeasurement = await measureWorkload(api, requestImageList, idleTimes, () => runPhase(client, id, 'run'));
    print(`import: ${runMeasurement.summary}`);
    const { state, error, result } = expectBody<Import>(await client.get(`/recognition/v2/import/${id}`));
    print(`  ${state} ${error ?? ''} ${JSON.stringify(result)}`);
    print(`plan and import together: ${(planMeasurement.seconds + runMeasurement.seconds).toFixed(0)} s (target: 180 s, 400 MB)`);
    const exportRun = await measureWorkload(api, requestImageList, idleTimes, async () => {
      const { address: downloadUrl } = expectBody<ExportOffer>(
        await client.post('/recognition/v2/training-image/export', { format: 'coco', pictures: false }),
        201,
      );
      const downloadResponse = await fetch(new URL(new URL(downloadUrl).pathname, api.origin));
      let bytes = 0;
      for await (const chunk of downloadResponse.body ?? []) bytes += (chunk as Uint8Array).length;
      print(`  export of ${(bytes / 1e6).toFixed(1)} MB`);
    });
    print(`export: ${exportRun.summary} (target: 60 s, 400 MB)`);

    const zipFile = join(dataDir, 'console.zip');
    await writeFile(zipFile, await createConsoleArchive(CONSOLE_IMAGE_COUNT));
    const consoleImport = await uploadImport(client, { origin: api.origin, authorization }, zipFile);
    const consolePlan = await measureWorkload(api, requestImageList, idleTimes, () => runPhase(client, consoleImport, 'plan'));
    const consoleRun = await measureWorkload(api, requestImageList, idleTimes, () => runPhase(client, consoleImport, 'run'));
    print(`console format, ${CONSOLE_IMAGE_COUNT} images with products, groups and jobs: plan ${consolePlan.summary}`);
    print(`  import ${consoleRun.summary}`);
    print(`  ${JSON.stringify(expectBody<Import>(await client.get(`/recognition/v2/import/${consoleImport}`)).result)}`);
  } finally {
    await db.destroy();
    await api.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Creates an archive in console format. Each image has a box with a product. Four images share a group. All images are in two jobs. */
async function createConsoleArchive(imageCount: number): Promise<Buffer> {
  // The eighth digit is the kind of row: 1 label, 2 group, 3 job, 4 image, 5 object, 6 product.
  const toId = (kind: number, index: number) => `0000000${kind}-0000-4000-8000-${String(index).padStart(12, '0')}`;
  const range = { min_value: null, max_value: null, step_value: null };
  const group = { description: 'Found alike', type: 'Shelf', test: false, meta_data: {}, verified_by: [], groups: [] };
  const job = { description: '', instructions: '', todo_number: 1, randomize: true, auto_complete: false, done: false };
  const toName = (type: 'Group' | 'Job', index: number) => ({
    id: toId(type === 'Group' ? 2 : 3, index),
    name: `${type} ${index}`,
  });
  const lines: object[] = [
    { annotation_console: 1, created: '2026-01-01T00:00:00Z' },
    { label: { of: 'detection', id: toId(1, 0), name: 'Box', type: null, ...range, color: '#123456' } },
    ...[0, 1].map((index) => ({
      job: { ...toName('Job', index), ...job, flow: null, mark_done_label: null, tasks: [], assignees: [] },
    })),
  ];
  const files: Record<string, Buffer | string> = {};
  for (let index = 0; index < imageCount; index += 1) {
    const background = `#${index.toString(16).padStart(6, '0')}`;
    files[`images/${index}.png`] = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
      .png()
      .toBuffer();
    if (index % 4 === 0) lines.push({ group: { ...toName('Group', index / 4), ...group } });
    const object = { id: toId(5, index), label: toId(1, 0), data: [8, 8, 56, 56], meta_data: {}, labels: [] };
    const file = {
      id: toId(4, index),
      file: `images/${index}.png`,
      content_hash: '',
      width: 64,
      height: 64,
      part: 'all',
      created: '',
    };
    const product = { id: toId(6, index), name: `Product ${index}`, customer_product_id: `C-${index}`, object: object.id };
    const emptyLists = { verified_by: [], labels: [], polygons: [], points: [] };
    lines.push({
      image: {
        ...file,
        ...emptyLists,
        test: false,
        real: true,
        meta_data: {},
        objects: [object],
        products: [product],
        groups: [toName('Group', Math.floor(index / 4))],
        jobs: [0, 1].map((number) => ({ ...toName('Job', number), done: number === 0, count: 1 - number, by: [] })),
      },
    });
  }
  files['console.jsonl'] = lines.map((line) => JSON.stringify(line)).join('\n');
  return createZip(files);
}

async function addImages(db: Db, workspaceId: string, images: number): Promise<void> {
  await sql`
    insert into training_image (workspace_id, seq, img_key, thumb_key, content_type, content_hash, img_width, img_height, created, meta_data)
    select ${workspaceId}::uuid, n, md5(n::text) || '0123456789abcdef.jpg', md5(n::text) || 'fedcba9876543210.webp', 'image/jpeg', 'b' || md5(n::text), 640, 480,
      clock_timestamp(), jsonb_build_object('filename', 'picture ' || n || '.jpg')
    from generate_series(1, ${images}::int) n`.execute(db);
  await sql`update workspace_counter set next_seq = ${images + 1} where workspace_id = ${workspaceId} and kind = 'image'`.execute(
    db,
  );
  await rebuildFacets(db, workspaceId);
  await sql`analyze`.execute(db);
}

async function writeCoco(file: string, images: number): Promise<void> {
  const stream = createWriteStream(file);
  const writeText = async (text: string) => {
    if (!stream.write(text)) await once(stream, 'drain');
  };
  const writeList = async (name: string, count: number, createItem: (index: number) => object) => {
    await writeText(`${JSON.stringify(name)}:[`);
    for (let index = 0; index < count; index += 1) await writeText(`${index > 0 ? ',' : ''}${JSON.stringify(createItem(index))}`);
    await writeText(']');
  };
  await writeText('{');
  await writeList('images', images, (index) => ({
    id: index + 1,
    file_name: `picture ${index + 1}.jpg`,
    width: 640,
    height: 480,
  }));
  await writeText(',');
  await writeList('annotations', images * BOXES_PER_IMAGE, (index) => {
    const [width, height] = [20 + (index % 70), 20 + (index % 50)];
    const bbox = [index % 550, index % 410, width, height];
    const image_id = 1 + (index % images);
    return {
      id: index + 1,
      image_id,
      category_id: 1 + (index % CLASS_COUNT),
      bbox,
      area: width * height,
      segmentation: [],
      iscrowd: 0,
    };
  });
  await writeText(',');
  await writeList('categories', CLASS_COUNT, (index) => ({ id: index + 1, name: `Imported ${index}` }));
  await writeText('}');
  stream.end();
  await finished(stream);
}

/** Uploads a file in parts. Returns the id of the import. */
async function uploadImport(
  client: TestClient,
  { origin, authorization }: { origin: string; authorization: string },
  file: string,
): Promise<string> {
  const { id } = expectBody<Import>(await client.post('/recognition/v2/import/', { name: 'Bench' }), 201);
  const { size } = await stat(file);
  const announceResponse = await client.post(`/recognition/v2/import/${id}/files`, { files: [{ path: basename(file), size }] });
  const [row] = expectBody<{ files: ImportFile[] }>(announceResponse).files;
  const fileHandle = await open(file);
  try {
    for (let offset = 0; offset < size; offset += MAX_IMPORT_CHUNK_BYTES) {
      const fileChunk = Buffer.alloc(Math.min(MAX_IMPORT_CHUNK_BYTES, size - offset));
      await fileHandle.read(fileChunk, 0, fileChunk.length, offset);
      const chunkResponse = await fetch(`${origin}/api/imports/${id}/files/${row?.id}?offset=${offset}`, {
        method: 'PUT',
        headers: { authorization, 'content-type': 'application/octet-stream' },
        body: fileChunk,
      });
      if (!chunkResponse.ok) throw new Error(`${chunkResponse.status} ${await chunkResponse.text()}`);
    }
  } finally {
    await fileHandle.close();
  }
  return id;
}

/** Starts a phase of an import, and waits until the phase has finished. `plan` analyses the files, `run` imports them. */
async function runPhase(client: TestClient, id: string, action: 'plan' | 'run'): Promise<void> {
  expectBody(await client.post(`/recognition/v2/import/${id}/${action}`), 202);
  for (;;) {
    const { state, error } = expectBody<Import>(await client.get(`/recognition/v2/import/${id}`));
    if (state === 'failed') throw new Error(error ?? state);
    if (state === 'planned' || state === 'done') return;
    await delay(POLL_MS);
  }
}

/** Requests lists while `runWorkload` runs. Pauses between requests, as a user does, because otherwise all caches would be warm. */
async function measureDuringLists(
  api: ServerProcess,
  requestImageList: () => Promise<unknown>,
  runWorkload: () => Promise<void>,
) {
  const times: number[] = [];
  let [maxMemory, maxReaderMemory, isRunning] = [0, 0, true];
  const polling = (async () => {
    while (isRunning) {
      times.push(await measureTime(requestImageList));
      maxMemory = Math.max(maxMemory, api.memory());
      // Memory of the child process that reads the files of imports.
      maxReaderMemory = Math.max(maxReaderMemory, api.readerMemory());
      await delay(50);
    }
  })();
  const seconds = (await measureTime(runWorkload)) / 1000;
  isRunning = false;
  await polling;
  return { listTimes: times, maxMemory, maxReaderMemory, seconds };
}

const formatTimes = (times: readonly number[]) =>
  `p50 ${percentile(times, 0.5).toFixed(1)} and p95 ${percentile(times, 0.95).toFixed(1)} ms`;

/** Measures the duration of a workload, the maximum memory of the server, and the duration of concurrent lists. */
async function measureWorkload(
  api: ServerProcess,
  requestImageList: () => Promise<unknown>,
  idleTimes: readonly number[],
  runWorkload: () => Promise<void>,
): Promise<{ seconds: number; summary: string }> {
  const { listTimes: times, maxMemory, maxReaderMemory, seconds } = await measureDuringLists(api, requestImageList, runWorkload);
  const ratio = percentile(times, 0.95) / percentile(idleTimes, 0.95);
  const lists = `concurrent lists: ${formatTimes(times)}, at p95 ${ratio.toFixed(1)} times that without load (target: 2)`;
  return {
    seconds,
    summary: `${seconds.toFixed(1)} s, at most ${maxMemory.toFixed(0)} MB, reader process ${maxReaderMemory.toFixed(0)} MB; ${lists}`,
  };
}

void main();
