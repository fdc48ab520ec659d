import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { DetectionObject, Import, ImageChanges } from '@console/shared-contract/api';
import { MAX_IDS_PER_CALL } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import type { Db } from '../../../../../server/src/platform/database/connection';
import { expectBody, type TestClient } from '../../../../../server/src/testing/api/client';
import { createImageBase64 } from '../../../../../server/src/testing/api/fixtures';
import { createZip, ImportDriver } from '../../../../../server/src/testing/api/import-driver';
import { measureTime, percentile, type Cell } from '../../../support/measure';

const SINGLE_WRITES = 40;
const WARM_UP_WRITES = 10;
const BULK_IMAGES = 2_000;
const IMPORT_IMAGES = 200;
const BOXES_OF_IMAGE = 5;
const POLL_MS = 20;

export const WRITE_HEADER = ['write', 'measured', 'without log', 'with log', 'ratio', 'limit'];

interface Write {
  /** The names of the measured requests. */
  names: readonly string[];
  /** Limit of the ratio of medians. */
  limit: number;
  /** Every how many rounds it is measured. */
  interval: number;
  /** Performs the writes. Returns the milliseconds of each measured request, for each name. */
  measure: () => Promise<number[][]>;
}

/**
 * Measures writes over HTTP with and without the triggers of the change log, alternately in one run. Returns table rows with
 * medians in milliseconds, and the names of the writes that exceed their limit. The triggers stay enabled.
 */
export async function measureWriteCost(
  client: TestClient,
  db: Db,
  workspaceId: string,
  rounds: number,
): Promise<{ rows: Cell[][]; exceeded: string[] }> {
  const images = await db
    .selectFrom('training_image')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .orderBy('seq')
    .limit(BULK_IMAGES)
    .execute();
  const label = await db
    .selectFrom('detection_label')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  const ids = images.map(({ id }) => id);
  const writes: Write[] = [
    {
      names: ['create a box', 'move a box', 'delete a box'],
      limit: 1.15,
      interval: 1,
      measure: () => measureBoxes(client, ids, label.id, SINGLE_WRITES),
    },
    { names: [`change of ${ids.length} images`], limit: 1.5, interval: 1, measure: createBulkMeasure(client, ids) },
    {
      names: [`import of ${IMPORT_IMAGES} images with boxes`],
      limit: 1.1,
      interval: 2,
      measure: () => measureImport(client, workspaceId),
    },
  ];
  const names = writes.flatMap((write) => write.names.map((name) => ({ name, limit: write.limit })));
  const durations = new Map(names.map(({ name }) => [name, { on: [] as number[], off: [] as number[] }]));
  for (let round = -1; round < rounds; round += 1) {
    // The order alternates, so that neither side always runs on the warmer server.
    for (const state of round % 2 === 0 ? (['off', 'on'] as const) : (['on', 'off'] as const)) {
      await setLogTriggers(db, state === 'on' ? 'enable' : 'disable');
      // The first requests after the triggers change are slow, because connections plan their statements again.
      await measureBoxes(client, ids, label.id, WARM_UP_WRITES);
      for (const write of writes) {
        if (round >= 0 && round % write.interval > 0) continue;
        const measured = await write.measure();
        if (round >= 0)
          for (const [index, name] of write.names.entries()) durations.get(name)?.[state].push(...(measured[index] ?? []));
      }
    }
  }
  await setLogTriggers(db, 'enable');
  const rows = names.map(({ name, limit }): Cell[] => {
    const { on = [], off = [] } = durations.get(name) ?? {};
    const [withLog, without] = [percentile(on, 0.5), percentile(off, 0.5)];
    return [name, String(on.length), without, withLog, (withLog / without).toFixed(2), limit.toFixed(2)];
  });
  return { rows, exceeded: rows.flatMap(([name, , , , ratio, limit]) => (Number(ratio) > Number(limit) ? [String(name)] : [])) };
}

/** Enables or disables the triggers of the change log on all tables. */
async function setLogTriggers(db: Db, action: 'enable' | 'disable'): Promise<void> {
  const { rows } = await sql<{ relation: string; name: string }>`
    select tgrelid::regclass::text as relation, tgname as name from pg_trigger
    where tgname in ('log_insert', 'log_update', 'log_delete')`.execute(db);
  await db.transaction().execute(async (trx) => {
    for (const { relation, name } of rows) await sql.raw(`alter table ${relation} ${action} trigger ${name}`).execute(trx);
  });
}

/** Creates, moves and deletes boxes one by one. Returns the milliseconds of these three steps. */
async function measureBoxes(
  client: TestClient,
  images: readonly string[],
  label: string,
  count: number,
): Promise<[number[], number[], number[]]> {
  const durations: [number[], number[], number[]] = [[], [], []];
  for (let index = 0; index < count; index += 1) {
    const body = { image: images[index % images.length], detection_label: label, data: [1, 1, 40, 40] };
    let id = '';
    const create = async () => {
      id = expectBody<DetectionObject>(await client.post('/detection/v2/object/', body), 201).id;
    };
    const move = async () => expectBody(await client.put(`/detection/v2/object/${id}`, { data: [1, 1, 41, 40] }));
    const remove = async () => expectBody(await client.delete(`/detection/v2/object/${id}`), 204);
    for (const [step, request] of [create, move, remove].entries()) durations[step]?.push(await measureTime(request));
  }
  return durations;
}

/** Returns a function that moves all images to the test set, or back, and measures the time of all its requests together. */
function createBulkMeasure(client: TestClient, ids: readonly string[]): () => Promise<number[][]> {
  const change = async (name: 'test' | 'train') => {
    for (let start = 0; start < ids.length; start += MAX_IDS_PER_CALL) {
      const images = ids.slice(start, start + MAX_IDS_PER_CALL);
      expectBody<ImageChanges>(await client.post('/recognition/v2/training-image/change', { change: name, images }));
    }
  };
  return async () => {
    await change('train');
    return [[await measureTime(() => change('test'))]];
  };
}

async function measureImport(client: TestClient, workspaceId: string): Promise<number[][]> {
  const files: Record<string, Buffer> = {};
  const prefix = randomUUID();
  for (let index = 0; index < IMPORT_IMAGES; index += 1)
    files[`images/${prefix}-${index}.png`] = Buffer.from(await createImageBase64(), 'base64');
  const names = Object.keys(files);
  const coco = {
    images: names.map((file_name, index) => ({ id: index + 1, file_name, width: 64, height: 48 })),
    annotations: Array.from({ length: names.length * BOXES_OF_IMAGE }, (_, index) => ({
      ...{
        id: index + 1,
        image_id: 1 + (index % names.length),
        category_id: 1 + (index % 3),
        area: 200,
        segmentation: [],
        iscrowd: 0,
      },
      bbox: [index % 30, index % 20, 20, 10],
    })),
    categories: [1, 2, 3].map((id) => ({ id, name: `Imported ${id}` })),
  };
  const zip = await createZip({ ...files, 'annotations.json': Buffer.from(JSON.stringify(coco)) });
  let current = '';
  const driver = new ImportDriver({ origin: client.origin, runWork: () => waitForImport(client, current) }, client);
  current = await driver.createImport({ 'import.zip': zip }, { workspace: workspaceId });
  const plan = await driver.planImport(current);
  if (plan.plan?.pictures.new !== IMPORT_IMAGES)
    throw new Error(`The import was not planned: ${plan.error ?? JSON.stringify(plan.plan)}`);
  return [[await measureTime(() => driver.runImport(current))]];
}

async function waitForImport(client: TestClient, id: string): Promise<void> {
  for (;;) {
    const { state, error } = expectBody<Import>(await client.get(`/recognition/v2/import/${id}`));
    if (state === 'failed') throw new Error(error ?? state);
    if (state === 'planned' || state === 'done') return;
    await delay(POLL_MS);
  }
}
