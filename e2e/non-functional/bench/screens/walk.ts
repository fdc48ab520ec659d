// `npm run bench -- walk [--rounds 3]`: measures the time from the key for the next image of a job until the prefetched image and
// its shapes are shown. Also measures clicks in a list of thousands of rows. With 0 rounds, measures only the clicks.
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { percentile, formatTable } from '../../support/measure';
import type { Api } from '../../../support/api';
import { runConsoleBench } from './run-console-bench';
import { LIMITS } from '../limits';
import { measureListClicks, formatListClicks, createCrowdedImage } from './list-clicks';
import { print } from '../../support/output';

/** The images form one batch of a job, because the console does not prefetch across batches. */
const IMAGES_PER_BATCH = 10;
const IMAGE_SIZE = { width: 4000, height: 3000 };
const BOX_COUNT = 200;
/** Number of clicks on rows of a list with thousands of rows. */
const CLICK_COUNT = 40;
/** All tiles count as drawn after this many milliseconds without a new tile. */
const IDLE_MS = 250;

declare global {
  interface Window {
    /** Time of the latest new image or tile on the screen, as `performance.now()`. */
    walkPainted?: number;
    walkPressed?: number;
    /** Number of bitmaps decoded from images. */
    walkDecoded?: number;
  }
}

/** Bitmaps per image: the image and its reduced copy. */
const BITMAPS_PER_IMAGE = 2;
const SHAPE_PATHS = ['/detection/v2/object/', '/segmentation/v2/polygon/', '/annotate/v2/point/'];

/** Runs in the page and records when a new image or a new tile of shapes is drawn. */
function recordPaints(): void {
  const seenBitmaps = new WeakSet<object>();
  type Draw = (this: CanvasRenderingContext2D, ...all: unknown[]) => void;
  const draw = Reflect.get(CanvasRenderingContext2D.prototype, 'drawImage') as Draw;
  CanvasRenderingContext2D.prototype.drawImage = function (this: CanvasRenderingContext2D, ...all: unknown[]) {
    draw.apply(this, all);
    const [source] = all as [object];
    if (seenBitmaps.has(source) || !(this.canvas instanceof HTMLCanvasElement) || !this.canvas.isConnected) return;
    seenBitmaps.add(source);
    requestAnimationFrame(() => (window.walkPainted = performance.now()));
  } as CanvasRenderingContext2D['drawImage'];
  const decode = Reflect.get(window, 'createImageBitmap') as (...all: unknown[]) => Promise<ImageBitmap>;
  Reflect.set(window, 'createImageBitmap', async (...all: unknown[]) => {
    const bitmap = await decode(...all);
    window.walkDecoded = (window.walkDecoded ?? 0) + 1;
    return bitmap;
  });
  performance.setResourceTimingBufferSize(5000);
  addEventListener('keydown', ({ timeStamp }) => (window.walkPressed = timeStamp), { capture: true });
}

async function createImages(api: Api, workspace: string): Promise<string[]> {
  const label = (await api.requestOk<{ results: { id: string }[] }>('GET', '/detection/v2/label/?page_size=1')).results[0];
  const images: string[] = [];
  for (let number = 0; number < IMAGES_PER_BATCH; number += 1) {
    const noise = { type: 'gaussian' as const, mean: 100 + number * 8, sigma: 30 };
    const jpeg = sharp({ create: { ...IMAGE_SIZE, channels: 3, background: '#888', noise } }).jpeg({ quality: 80 });
    const image = await api.uploadImage(workspace, await jpeg.toBuffer());
    const items = Array.from({ length: BOX_COUNT }, (_, index) => {
      const [x, y] = [100 + (index % 20) * 190, 100 + Math.floor(index / 20) * 280];
      return { op: 'create', image, detection_label: label?.id, data: [x, y, x + 150, y + 200] };
    });
    await api.requestOk('POST', '/detection/v2/object/bulk', { items });
    images.push(image);
  }
  return images;
}

/** Runs in the page. Returns whether the next image has been decoded (to at least `bitmaps` bitmaps) and its shapes are loaded. */
function isPrefetched({ next, bitmaps, paths }: { next?: string; bitmaps: number; paths: readonly string[] }): boolean {
  const loadedUrls = performance.getEntriesByType('resource').map(({ name }) => name);
  return (
    (window.walkDecoded ?? 0) >= bitmaps &&
    paths.every((path) => loadedUrls.some((name) => name.includes(path) && name.includes(`image=${next}`)))
  );
}

/** Measures the milliseconds from the key press until the image with all shapes is shown, for each step of a batch. */
async function measureNextClicks(
  page: Page,
  url: string,
  api: Api,
  workspace: string,
  images: readonly string[],
): Promise<number[]> {
  const fields = { workspace, name: `Walk ${Date.now()}`, description: '', todo_number: 1, randomize: false };
  const job = await api.requestOk<{ id: string }>('POST', '/annotate/v2/imagejob/', {
    ...fields,
    auto_complete: false,
    done: false,
  });
  await api.requestOk('POST', `/annotate/v2/imagejob/${job.id}/add-items`, { items: images });
  await page.goto(`${url}/imagejob/${job.id}`);
  const nextButton = page.getByRole('toolbar', { name: 'Job' }).getByRole('button', { name: 'Next', exact: true });
  const durations: number[] = [];
  for (let clickNumber = 1; clickNumber < images.length; clickNumber += 1) {
    await page.waitForFunction(() => document.querySelector('[role=application] canvas') && window.walkPainted);
    await nextButton.click({ trial: true });
    await page.waitForFunction(isPrefetched, {
      next: images[clickNumber],
      bitmaps: BITMAPS_PER_IMAGE * (clickNumber + 1),
      paths: SHAPE_PATHS,
    });
    const paintedBefore = await page.evaluate(() => window.walkPainted ?? 0);
    await nextButton.focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction((than) => (window.walkPainted ?? 0) > than, paintedBefore);
    await page.waitForFunction((quiet) => performance.now() - (window.walkPainted ?? 0) > quiet, IDLE_MS);
    durations.push(await page.evaluate(() => (window.walkPainted ?? 0) - (window.walkPressed ?? 0)));
  }
  await api.request('DELETE', `/annotate/v2/imagejob/${job.id}`);
  return durations;
}

/** Prints the figures of several runs. Returns whether they are within the limit. */
async function measureWalk(page: Page, url: string, api: Api, workspace: string, rounds: number): Promise<boolean> {
  const images = await createImages(api, workspace);
  const durations: number[] = [];
  for (let round = 0; round < rounds; round += 1) durations.push(...(await measureNextClicks(page, url, api, workspace, images)));
  const formattedPercentiles = [0.5, 0.95, 1].map((ratio) => `${percentile(durations, ratio).toFixed(0)} ms`);
  print(
    `Next image of a job, ${IMAGE_SIZE.width} x ${IMAGE_SIZE.height} with ${BOX_COUNT} boxes, prefetched: from the key to the complete screen`,
  );
  print(
    formatTable(
      ['', 'p50', 'p95', 'max', 'limit of p95'],
      [[`${durations.length} steps`, ...formattedPercentiles, `${LIMITS.walk} ms`]],
    ),
  );
  return percentile(durations, 0.95) <= LIMITS.walk;
}

runConsoleBench({ name: 'walk', defaultRounds: 3, minRounds: 0 }, async ({ rounds, server, api, workspace, open }) => {
  const page = await open(recordPaints);
  const isWalkWithinLimit = rounds === 0 || (await measureWalk(page, server.url, api, workspace, rounds));
  const clicks = formatListClicks(
    await measureListClicks(page, server.url, await createCrowdedImage(api, workspace), CLICK_COUNT),
  );
  print(`\n${clicks.text}`);
  return isWalkWithinLimit && clicks.exceeded === 0;
});
