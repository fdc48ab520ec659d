import { sql } from 'kysely';
import type { ExportOffer, ExportRequest, ImageIds } from '@console/shared-contract/api';
import type { Db } from '../../../../../server/src/platform/database/connection';
import { expectBody, type TestClient } from '../../../../../server/src/testing/api/client';
import { measureTime } from '../../../support/measure';
import type { ServerProcess } from '../../../support/server-process';
import type { BenchWorkspace } from './bench-workspace';

const IMAGES_PATH = '/recognition/v2/training-image/';
const POINT_COUNT = 2_000_000;
const SAMPLE_INTERVAL_MS = 100;

/** Measures listing the ids of all images, at most a million. */
export async function measureIds(client: TestClient): Promise<string> {
  let [count, after]: [number, number | null] = [0, null];
  const durationMs = await measureTime(async () => {
    do {
      const { ids, next }: ImageIds = expectBody(await client.get(`${IMAGES_PATH}ids`, after === null ? {} : { after }));
      count += ids.length;
      after = next;
    } while (after !== null && count < 1_000_000);
  });
  return `Ids of ${count} images: ${(durationMs / 1000).toFixed(1)} s (limit 10 s)`;
}

/**
 * Adds two million points to the images with the rare label, unless an earlier run added them. Skips triggers such as the change
 * log.
 */
export async function addPoints(db: Db, { workspaceId, rareLabel }: BenchWorkspace): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql`select from point where workspace_id = ${workspaceId} limit 1`.execute(trx);
    if (rows.length > 0) return;
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`
      insert into point (workspace_id, image_id, name, data)
      select workspace_id, image_id, 'Point ' || n % 100, array[n % 4000, n % 3000] from (
        select workspace_id, image_id, count(*) over () as images from image_label where label_id = ${rareLabel}
      ) labelled, generate_series(1, ceil(${sql.lit(POINT_COUNT)}::float / images)::int) n`.execute(trx);
  });
  await sql`analyze point`.execute(db);
}

/** Measures the download of an export, and the maximum memory of the server and its children meanwhile. */
export async function measureExport(
  api: ServerProcess,
  client: TestClient,
  name: string,
  request: Partial<ExportRequest>,
): Promise<string> {
  const memoryBefore = api.totalMemory();
  let [maxMemory, bytes] = [memoryBefore, 0];
  let firstMs: number | undefined;
  const timer = setInterval(() => (maxMemory = Math.max(maxMemory, api.totalMemory())), SAMPLE_INTERVAL_MS);
  try {
    const durationMs = await measureTime(async () => {
      const { address } = expectBody<ExportOffer>(
        await client.post(`${IMAGES_PATH}export`, { ...request, pictures: false }),
        201,
      );
      const requestTime = performance.now();
      const response = await fetch(new URL(new URL(address).pathname, api.origin));
      if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`);
      for await (const chunk of response.body) {
        firstMs ??= performance.now() - requestTime;
        bytes += chunk.length;
      }
    });
    return (
      `Export of ${name}: ${(durationMs / 1000).toFixed(0)} s, first byte after ${((firstMs ?? 0) / 1000).toFixed(1)} s, ${(bytes / 1e6).toFixed(0)} MB; ` +
      `memory at most ${maxMemory.toFixed(0)} MB, ${memoryBefore.toFixed(0)} MB before (limit 512 MB)`
    );
  } finally {
    clearInterval(timer);
  }
}
