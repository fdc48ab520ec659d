import type { DetectionObject, ImageChanges } from '@console/shared-contract/api';
import { MAX_IDS_PER_CALL } from '@console/shared-contract/limits';
import type { Db } from '../../../../../server/src/platform/database/connection';
import { expectBody, type TestClient } from '../../../../../server/src/testing/api/client';
import { measureTime, percentile, type Cell } from '../../../support/measure';
import { alternateLog } from './alternate-log';

const SINGLE_WRITES = 40;
const WARM_UP_WRITES = 10;
const BULK_IMAGES = 2_000;

export const WRITE_HEADER = ['write', 'measured', 'without log', 'with log', 'ratio', 'limit'];

interface Write {
  /** The names of the measured requests. */
  writeNames: readonly string[];
  /** Maximum ratio of the medians with and without the triggers. */
  limit: number;
  /** Performs the writes. Returns one list of durations in milliseconds for each of the `writeNames`. */
  measure: () => Promise<number[][]>;
}

/**
 * Measures writes over HTTP with and without the triggers of the change log, alternately in one run. Returns table rows with
 * medians in milliseconds, and the names of the writes that exceed their limit.
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
      writeNames: ['create a box', 'move a box', 'delete a box'],
      limit: 1.15,
      measure: () => measureBoxes(client, ids, label.id, SINGLE_WRITES),
    },
    { writeNames: [`change of ${ids.length} images`], limit: 1.5, measure: createBulkMeasure(client, ids) },
  ];
  const names = writes.flatMap((write) => write.writeNames.map((name) => ({ name, limit: write.limit })));
  const durations = new Map(names.map(({ name }) => [name, { on: [] as number[], off: [] as number[] }]));
  await alternateLog(db, rounds, async (state, round) => {
    // The first requests after the triggers change are slow, because connections plan their statements again.
    await measureBoxes(client, ids, label.id, WARM_UP_WRITES);
    for (const write of writes) {
      const measured = await write.measure();
      if (round < 0) continue;
      for (const [index, name] of write.writeNames.entries()) durations.get(name)?.[state].push(...(measured[index] ?? []));
    }
  });
  const rows = names.map(({ name, limit }): Cell[] => {
    const { on: logOnDurations = [], off: logOffDurations = [] } = durations.get(name) ?? {};
    const [withLog, withoutLog] = [percentile(logOnDurations, 0.5), percentile(logOffDurations, 0.5)];
    return [name, String(logOnDurations.length), withoutLog, withLog, (withLog / withoutLog).toFixed(2), limit.toFixed(2)];
  });
  return { rows, exceeded: rows.flatMap(([name, , , , ratio, limit]) => (Number(ratio) > Number(limit) ? [String(name)] : [])) };
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
    const createBox = async () => {
      id = expectBody<DetectionObject>(await client.post('/detection/v2/object/', body), 201).id;
    };
    const moveBox = async () => expectBody(await client.put(`/detection/v2/object/${id}`, { data: [1, 1, 41, 40] }));
    const deleteBox = async () => expectBody(await client.delete(`/detection/v2/object/${id}`), 204);
    for (const [step, request] of [createBox, moveBox, deleteBox].entries()) durations[step]?.push(await measureTime(request));
  }
  return durations;
}

/** Returns a function that moves all images to the test set or back, and measures the total time of the requests. */
function createBulkMeasure(client: TestClient, ids: readonly string[]): () => Promise<number[][]> {
  const changeInBulk = async (name: 'test' | 'train') => {
    for (let start = 0; start < ids.length; start += MAX_IDS_PER_CALL) {
      const images = ids.slice(start, start + MAX_IDS_PER_CALL);
      expectBody<ImageChanges>(await client.post('/recognition/v2/training-image/change', { change: name, images }));
    }
  };
  return async () => {
    await changeInBulk('train');
    return [[await measureTime(() => changeInBulk('test'))]];
  };
}
