// `npm run bench -- shape-wall [--rounds 10]`: compares scrolling the tiles of 10,000 shapes with an empty page.
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { percentile, formatTable } from '../../support/measure';
import type { Api } from '../../../support/api';
import { LIMITS } from '../limits';
import { print } from '../../support/output';
import { formatDurationRow, runConsoleBench } from './run-console-bench';
import { createThreadClock, EMPTY_PAGE, scrollFrames } from './scroll-timing';

const IMAGE_COUNT = 100;
const SHAPE_COUNT = 10_000;
/** Maximum number of shapes per call. */
const BATCH_SIZE = 500;
const WALL_SELECTOR = '[role="listbox"][aria-label="Shapes"]';
const SCROLL_STEPS = { frames: 90, step: 40 };

/** Creates a label with shapes. Returns the id of the label. */
async function createShapes(api: Api, workspace: string): Promise<string> {
  const label = await api.requestOk<{ id: string }>('POST', '/detection/v2/label/', { name: 'Ten thousand', color: '#d13438' });
  const images: string[] = [];
  for (let number = 0; number < IMAGE_COUNT; number += 1) {
    const noise = { type: 'gaussian' as const, mean: 60 + (number % 140), sigma: 20 };
    const jpeg = sharp({ create: { width: 640, height: 480, channels: 3, background: '#888', noise } }).jpeg();
    images.push(await api.uploadImage(workspace, await jpeg.toBuffer()));
  }
  const items = Array.from({ length: SHAPE_COUNT }, (_, index) => {
    const [x, y] = [(index * 37) % 560, (index * 53) % 400];
    return { op: 'create', image: images[index % IMAGE_COUNT], detection_label: label.id, data: [x, y, x + 60, y + 60] };
  });
  for (let start = 0; start < SHAPE_COUNT; start += BATCH_SIZE)
    await api.requestOk('POST', '/detection/v2/object/bulk', { items: items.slice(start, start + BATCH_SIZE) });
  return label.id;
}

/** Scrolls to the end once, so that all parts of the list are loaded and the server has created all crops. */
async function loadAllTiles(page: Page): Promise<void> {
  await page.waitForFunction(
    ([selector, count]) => {
      const wallElement = document.querySelector(selector);
      wallElement?.scrollBy(0, 2000);
      return wallElement?.querySelector(`[aria-posinset="${count}"]`) != null;
    },
    [WALL_SELECTOR, SHAPE_COUNT] as const,
    { timeout: 300_000, polling: 200 },
  );
  await page.waitForLoadState('networkidle');
}

runConsoleBench({ name: 'shape-wall', defaultRounds: 10 }, async ({ rounds, browser, api, workspace, open }) => {
  const label = await createShapes(api, workspace);
  const page = await open();
  await page.goto(`/shapes?labels=${label}&sort=newest`);
  await page.locator(`${WALL_SELECTOR} img`).first().waitFor();
  await loadAllTiles(page);
  const empty = await browser.newPage({ viewport: page.viewportSize() });
  await empty.setContent(EMPTY_PAGE);
  const tabs = {
    wall: { tab: page, selector: WALL_SELECTOR, readBusyMs: await createThreadClock(page) },
    empty: { tab: empty, selector: 'main', readBusyMs: await createThreadClock(empty) },
  };
  const durations = { wall: [] as number[], empty: [] as number[] };
  const busyMs = { wall: 0, empty: 0 };
  for (let round = 0; round < rounds; round += 1)
    for (const screen of ['wall', 'empty'] as const) {
      const { tab, selector, readBusyMs } = tabs[screen];
      await tab.bringToFront();
      const busyMsBefore = await readBusyMs();
      durations[screen].push(...(await tab.evaluate(scrollFrames, { ...SCROLL_STEPS, selector })));
      busyMs[screen] += ((await readBusyMs()) - busyMsBefore) / (SCROLL_STEPS.frames * rounds);
    }
  const ratio = percentile(durations.wall, 0.95) / percentile(durations.empty, 0.95);
  print(`The tiles of ${SHAPE_COUNT.toLocaleString('en')} shapes and an empty page, ${rounds} alternating rounds, per frame`);
  print(
    formatTable(
      ['', 'p50', 'p95', 'max'],
      [formatDurationRow('scroll', durations.wall), formatDurationRow('scroll an empty page', durations.empty)],
    ),
  );
  print(`scroll, p95: ${ratio.toFixed(2)} of an empty page, limit ${LIMITS.wallScroll}`);
  print(`CPU time of the page's thread per frame: ${busyMs.wall.toFixed(1)} ms, on an empty page ${busyMs.empty.toFixed(1)} ms`);
  return ratio <= LIMITS.wallScroll;
});
