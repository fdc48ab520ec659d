// `npm run bench -- group [--rounds 10]`: compares opening and scrolling a group of 5,000 members with an empty group.
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { percentile, formatTable } from '../../support/measure';
import type { Api } from '../../../support/api';
import { runConsoleBench, formatDurationRow, WARM_UP } from './run-console-bench';
import { LIMITS } from '../limits';
import { measureNavigation } from './paint-timing';
import { createThreadClock, EMPTY_PAGE, scrollFrames } from './scroll-timing';
import { print } from '../../support/output';

const IMAGE_COUNT = 300;
const OBJECT_COUNT = 4700;
/** Maximum number of shapes per call. */
const BATCH_SIZE = 500;
/** Number of frames in one scroll, and pixels per frame. */
const SCROLL_STEPS = { frames: 90, step: 40, selector: 'main' };

/** Creates a group with images and objects. Returns the id of the group. */
async function createLargeGroup(api: Api, workspace: string): Promise<string> {
  const label = (await api.requestOk<{ results: { id: string }[] }>('GET', '/detection/v2/label/?page_size=1')).results[0];
  const images: string[] = [];
  for (let number = 0; number < IMAGE_COUNT; number += 1) {
    const noise = { type: 'gaussian' as const, mean: 60 + (number % 140), sigma: 20 };
    const jpeg = sharp({ create: { width: 320, height: 240, channels: 3, background: '#888', noise } }).jpeg();
    images.push(await api.uploadImage(workspace, await jpeg.toBuffer()));
  }
  const items = Array.from({ length: OBJECT_COUNT }, (_, index) => {
    const [x, y] = [5 + (index % 16) * 18, 5 + (Math.floor(index / 16) % 12) * 18];
    return { op: 'create', image: images[index % IMAGE_COUNT], detection_label: label?.id, data: [x, y, x + 16, y + 16] };
  });
  const objects: string[] = [];
  for (let start = 0; start < OBJECT_COUNT; start += BATCH_SIZE) {
    const body = { items: items.slice(start, start + BATCH_SIZE) };
    const { results } = await api.requestOk<{ results: { row: { id: string } }[] }>('POST', '/detection/v2/object/bulk', body);
    objects.push(...results.map(({ row }) => row.id));
  }
  const { id } = await api.requestOk<{ id: string }>('POST', '/similarity/training/v2/group/', { name: 'Five thousand' });
  await api.requestOk('POST', `/similarity/training/v2/group/${id}/add-images?answer=changes`, { images });
  await api.requestOk('POST', `/similarity/training/v2/group/${id}/add-objects?answer=changes`, { objects });
  return id;
}

/** Selectors that show that a group is loaded: its first image, or its empty state. */
const LOADED_SELECTORS = { large: 'ul[aria-label="Images"] img', empty: 'main [data-focus-home] [role="tablist"]' };

/** Measures the milliseconds from the navigation to an uncached group until the group is shown. */
async function openGroup(page: Page, url: string, id: string, selector: string): Promise<number> {
  await page.goto(`${url}/groups`);
  await page.getByRole('table', { name: 'Groups' }).getByRole('row').nth(1).waitFor();
  await page.waitForLoadState('networkidle');
  return measureNavigation(page, `/group/${id}`, { selector });
}

/** Measurements of the large group and of an empty baseline. */
interface OpeningDurations {
  large: number[];
  empty: number[];
}

interface ScrollDurations extends OpeningDurations {
  /** CPU milliseconds of the page's thread per frame. Other processes do not affect it. */
  work: { large: number; empty: number };
}

async function measureOpening(
  page: Page,
  url: string,
  groups: { large: string; empty: string },
  rounds: number,
): Promise<OpeningDurations> {
  const durations: OpeningDurations = { large: [], empty: [] };
  for (let round = -WARM_UP; round < rounds; round += 1)
    for (const size of ['large', 'empty'] as const) {
      const openDuration = await openGroup(page, url, groups[size], LOADED_SELECTORS[size]);
      if (round >= 0) durations[size].push(openDuration);
    }
  return durations;
}

async function measureScrolling(
  browser: Browser,
  page: Page,
  url: string,
  large: string,
  rounds: number,
): Promise<ScrollDurations> {
  await page.goto(`${url}/group/${large}`);
  await page.locator(LOADED_SELECTORS.large).first().waitFor();
  await page.waitForLoadState('networkidle');
  const emptyTab = await browser.newPage({ viewport: page.viewportSize() });
  await emptyTab.setContent(EMPTY_PAGE);
  const durations: ScrollDurations = { large: [], empty: [], work: { large: 0, empty: 0 } };
  const tabs = {
    large: { tab: page, readBusyMs: await createThreadClock(page) },
    empty: { tab: emptyTab, readBusyMs: await createThreadClock(emptyTab) },
  };
  for (let round = 0; round < rounds; round += 1)
    for (const size of ['large', 'empty'] as const) {
      const { tab, readBusyMs } = tabs[size];
      await tab.bringToFront();
      const busyMsBefore = await readBusyMs();
      durations[size].push(...(await tab.evaluate(scrollFrames, SCROLL_STEPS)));
      durations.work[size] += ((await readBusyMs()) - busyMsBefore) / (SCROLL_STEPS.frames * rounds);
    }
  await emptyTab.close();
  return durations;
}

runConsoleBench({ name: 'group', defaultRounds: 10 }, async ({ rounds, server, browser, api, workspace, open: openTab }) => {
  const largeGroupId = await createLargeGroup(api, workspace);
  const { id: emptyGroupId } = await api.requestOk<{ id: string }>('POST', '/similarity/training/v2/group/', {
    name: 'Empty one',
  });
  const page = await openTab();
  const openDurations = await measureOpening(page, server.url, { large: largeGroupId, empty: emptyGroupId }, rounds);
  const scrollDurations = await measureScrolling(browser, page, server.url, largeGroupId, rounds);
  const ratio = percentile(scrollDurations.large, 0.95) / percentile(scrollDurations.empty, 0.95);
  print(
    `A group of ${IMAGE_COUNT + OBJECT_COUNT} members and an empty group, ${rounds} alternating rounds; scrolling is measured per frame`,
  );
  print(
    formatTable(
      ['', 'p50', 'p95', 'max'],
      [
        formatDurationRow('open, until the first image is shown', openDurations.large),
        formatDurationRow('open an empty group', openDurations.empty),
        formatDurationRow('scroll', scrollDurations.large),
        formatDurationRow('scroll an empty page', scrollDurations.empty),
      ],
    ),
  );
  const p50 = percentile(openDurations.large, 0.5);
  print(`open, p50: limit ${LIMITS.group} ms; scroll, p95: ${ratio.toFixed(2)} of an empty page, limit ${LIMITS.groupScroll}`);
  const { work } = scrollDurations;
  print(`CPU time of the page's thread per frame: ${work.large.toFixed(1)} ms, on an empty page ${work.empty.toFixed(1)} ms`);
  return p50 <= LIMITS.group && ratio <= LIMITS.groupScroll;
});
