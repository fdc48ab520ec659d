// `npm run bench -- map [--rounds 10]`: compares moving and zooming a map of 100,000 images with an empty WebGL canvas.
import { setTimeout } from 'node:timers/promises';
import type { MapPoints } from '@console/shared-contract/api';
import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { rebuildFacets } from '../../../../server/src/data-access/facets';
import { connect, type Db } from '../../../../server/src/platform/database/connection';
import { findRunningDatabase } from '../../../../server/src/platform/database/supervisor';
import { waitUntil } from '../../../../server/src/testing/wait/wait-until';
import { formatTable, measureTime, percentile } from '../../support/measure';
import type { Api } from '../../../support/api';
import { LIMITS } from '../limits';
import { print } from '../../support/output';
import { formatDurationRow, runConsoleBench } from './run-console-bench';

const IMAGE_COUNT = 100_000;
const PART_SIZE = 20_000;
const TIMEOUT_MS = 600_000;
const FRAME_COUNT = 90;
const MAP_SELECTOR = '[role="application"]';
const EMPTY_CANVAS =
  '<!doctype html><style>html,body{margin:0}canvas{display:block;width:1100px;height:420px}</style><canvas width="1100" height="420"></canvas>';

/** Creates image rows with random embeddings and without files. */
async function loadImages(db: Db, workspace: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Foreign keys and triggers would take most of the time.
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`
      insert into training_image (workspace_id, seq, img_key, thumb_key, content_type, content_hash, img_width, img_height, created)
      select ${workspace}::uuid, 10000 + n, md5(n::text) || '0123456789abcdef.jpg', md5(n::text) || 'fedcba9876543210.webp', 'image/jpeg',
        'bench ' || n, 4000, 3000, now() from generate_series(1, ${IMAGE_COUNT}::int) n`.execute(trx);
  });
  await rebuildFacets(db, workspace);
  const vector = sql.join(
    Array.from({ length: 8 }, (_, part) => sql`decode(md5(i.id::text || ${sql.lit(part)}), 'hex')`),
    sql` || `,
  );
  await sql`
    insert into embedding (workspace_id, kind, id, version, data, change)
    select i.workspace_id, 'image', i.id, 1, ${vector}, nextval('embedding_change')
    from training_image i where i.workspace_id = ${workspace} on conflict do nothing`.execute(db);
  await sql`delete from embedding_due where workspace_id = ${workspace}`.execute(db);
  await sql`analyze`.execute(db);
}

const readMap = (api: Api, query: string) =>
  api.requestOk<MapPoints>('GET', `/recognition/v2/training-image/map?method=pca&${query}`);

/** Runs in the page. Returns the milliseconds of each frame while the map moves and zooms. */
async function moveFrames({ selector, frames }: { selector: string; frames: number }): Promise<number[]> {
  const map = document.querySelector<HTMLElement>(selector);
  const gl = map ? null : document.querySelector('canvas')?.getContext('webgl');
  if (!map && !gl) throw new Error('There is no WebGL');
  const { left = 0, top = 0, width = 0, height = 0 } = map?.getBoundingClientRect() ?? {};
  const center = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true, cancelable: true };
  const durations: number[] = [];
  let lastFrameTime = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
  for (let frame = 0; frame < frames; frame += 1) {
    // Every third frame zooms in or out. The other frames move the map to one side and back.
    const isZoom = frame % 3 === 0;
    if (map && isZoom) map.dispatchEvent(new WheelEvent('wheel', { ...center, deltaY: frame % 60 < 30 ? -60 : 60 }));
    else if (map)
      map.dispatchEvent(new KeyboardEvent('keydown', { key: frame % 40 < 20 ? 'ArrowLeft' : 'ArrowRight', bubbles: true }));
    else gl?.clear(gl.COLOR_BUFFER_BIT);
    const frameTime = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
    durations.push(frameTime - lastFrameTime);
    lastFrameTime = frameTime;
  }
  return durations;
}

async function measureFrames(tab: Page): Promise<number[]> {
  await tab.bringToFront();
  return tab.evaluate(moveFrames, { selector: MAP_SELECTOR, frames: FRAME_COUNT });
}

runConsoleBench({ name: 'map', defaultRounds: 10 }, async ({ rounds, server, browser, api, workspace, open }) => {
  const db = connect(findRunningDatabase(server.dataDir, 'console'), { max: 2 });
  try {
    await loadImages(db, workspace);
  } finally {
    await db.destroy();
  }
  const placementMs = await measureTime(() =>
    waitUntil(async () => {
      await setTimeout(1000);
      const { ready } = await readMap(api, 'page_size=1');
      return ready.ready >= ready.total;
    }, TIMEOUT_MS),
  );
  const partDurations: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    partDurations.push(await measureTime(() => readMap(api, `page_size=${PART_SIZE}&labels_of=detection`)));
  const page = await open();
  await page.goto('/map?color=verified');
  await page.locator(MAP_SELECTOR).waitFor();
  const emptyTab = await browser.newPage({ viewport: page.viewportSize() });
  await emptyTab.setContent(EMPTY_CANVAS);
  const durations = { map: [] as number[], empty: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    durations.map.push(...(await measureFrames(page)));
    durations.empty.push(...(await measureFrames(emptyTab)));
  }
  const ratio = percentile(durations.map, 0.95) / percentile(durations.empty, 0.95);
  print(`A map of ${IMAGE_COUNT.toLocaleString('en')} images and an empty WebGL canvas, ${rounds} alternating rounds, per frame`);
  print(
    formatTable(
      ['', 'p50', 'p95', 'max'],
      [
        formatDurationRow('move and zoom', durations.map),
        formatDurationRow('an empty canvas', durations.empty),
        formatDurationRow(`a response with ${PART_SIZE.toLocaleString('en')} points`, partDurations),
      ],
    ),
  );
  print(`all images placed by PCA after ${(placementMs / 1000).toFixed(1)} s`);
  print(`p95: ${ratio.toFixed(2)} of an empty canvas, limit ${LIMITS.mapFrame}`);
  return ratio <= LIMITS.mapFrame;
});
