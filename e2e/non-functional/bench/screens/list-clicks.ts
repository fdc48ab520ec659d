import type { Locator, Page, Request } from '@playwright/test';
import sharp from 'sharp';
import { percentile, formatTable } from '../../support/measure';
import { expect } from '../../../support/test';
import type { Api } from '../../../support/api';
import { LIMITS } from '../limits';

const IMAGE_SIZE = { width: 4000, height: 3000 };
const BOX_COUNT = 5000;
const BOX_COLUMNS = 100;
/** Maximum number of boxes per call. */
const BATCH_SIZE = 500;
const WARM_UP = 4;
/** Search texts that each match a different part of the list. */
const SEARCH_TEXTS = '123456789';

declare global {
  interface Window {
    /** Text of the row to select; null to deselect. */
    expectedRow?: string | null;
    /** Text of the list header before the search; undefined when a row is selected. */
    previousHeading?: string;
    /** Time of the input event, and the time at which the panel showed the result. */
    inputTime?: number;
    shownTime?: number;
  }
}

/**
 * Runs in the page and records when the panel shows the expected state. The canvas paints its change in the same frame. Data that
 * the card requests afterwards is not included.
 */
function recordPanelChanges(): void {
  for (const type of ['click', 'keydown'] as const)
    addEventListener(type, ({ timeStamp }) => Object.assign(window, { inputTime: timeStamp, shownTime: undefined }), {
      capture: true,
    });
  const panel = document.querySelector('aside[aria-label="Image details"]');
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => (window.shownTime ??= performance.now());
  const watcher = new MutationObserver(() => {
    const panelHeading =
      panel?.querySelector('section[aria-label="Objects"]')?.parentElement?.querySelector('h3')?.textContent ?? '';
    if (window.previousHeading !== undefined) {
      if (panelHeading !== window.previousHeading) requestAnimationFrame(() => port2.postMessage(null));
      return;
    }
    const selectedRow = panel?.querySelector('section[aria-label="Objects"] [aria-pressed=true]')?.textContent ?? null;
    const title = panel?.querySelector('section[aria-label="Object"] h2')?.textContent ?? null;
    // The text of a list row is the title of the object card followed by a number.
    const isTitleOfRow =
      (title ?? selectedRow) === null || (selectedRow ?? '').startsWith((title ?? '-').replace(/^Object: /, ''));
    const isShown = selectedRow === window.expectedRow && isTitleOfRow;
    if (isShown) requestAnimationFrame(() => port2.postMessage(null));
  });
  if (panel) watcher.observe(panel, { subtree: true, childList: true, attributes: true, characterData: true });
}

/** Creates an image with thousands of boxes. Returns its id. */
export async function createCrowdedImage(api: Api, workspace: string): Promise<string> {
  const labels = await api.requestOk<{ results: { id: string }[] }>('GET', `/detection/v2/label/?workspace=${workspace}`);
  const noise = { type: 'gaussian' as const, mean: 120, sigma: 30 };
  const jpeg = sharp({ create: { ...IMAGE_SIZE, channels: 3, background: '#888', noise } }).jpeg({ quality: 80 });
  const imageId = await api.uploadImage(workspace, await jpeg.toBuffer());
  const items = Array.from({ length: BOX_COUNT }, (_, index) => {
    const [x, y] = [10 + (index % BOX_COLUMNS) * 39, 10 + Math.floor(index / BOX_COLUMNS) * 59];
    return {
      op: 'create',
      image: imageId,
      detection_label: labels.results[index % labels.results.length]?.id,
      data: [x, y, x + 30, y + 45],
    };
  });
  for (let start = 0; start < BOX_COUNT; start += BATCH_SIZE)
    await api.requestOk('POST', '/detection/v2/object/bulk', { items: items.slice(start, start + BATCH_SIZE) });
  return imageId;
}

/** Resolves once all requests are finished and the page is idle. */
function createIdleWaiter(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  page.on('request', (request) => pending.add(request));
  const removePending = (request: Request) => void pending.delete(request);
  page.on('requestfinished', removePending);
  page.on('requestfailed', removePending);
  const waitUntilIdleOnce = () => page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  return async () => {
    do await waitUntilIdleOnce();
    while (pending.size > 0);
  };
}

async function measureUntilShown(page: Page, action: () => Promise<void>): Promise<number> {
  await action();
  await page.waitForFunction(() => window.shownTime !== undefined);
  return page.evaluate(() => (window.shownTime ?? 0) - (window.inputTime ?? 0));
}

/** Measures the milliseconds from a key press in the search field to the filtered list, and from Esc to the complete list. */
async function measureSearch(
  page: Page,
  searchField: Locator,
  waitUntilIdle: () => Promise<void>,
  rounds: number,
): Promise<number[]> {
  const durations: number[] = [];
  const panelHeading = page.getByRole('complementary', { name: 'Image details' }).getByRole('heading', { name: /^Objects/ });
  await searchField.focus();
  for (let round = 0; round < rounds + WARM_UP; round += 1)
    for (const key of [SEARCH_TEXTS[round % SEARCH_TEXTS.length]!, 'Escape']) {
      await page.evaluate((text) => (window.previousHeading = text ?? ''), await panelHeading.textContent());
      const durationMs = await measureUntilShown(page, () => page.keyboard.press(key));
      if (round >= WARM_UP) durations.push(durationMs);
      await waitUntilIdle();
    }
  return durations;
}

interface ListClicks {
  readonly select: readonly number[];
  readonly deselect: readonly number[];
  readonly search: readonly number[];
}

/**
 * Measures three actions in milliseconds: selecting an object by a click on its list row, deselecting with Esc, and searching.
 * The first clicks are not counted, because they load the code of the object card.
 */
export async function measureListClicks(page: Page, url: string, image: string, clicks: number): Promise<ListClicks> {
  await page.goto(`${url}/image/${image}`);
  await page.getByRole('tab', { name: 'List of items' }).click();
  // Each row also has buttons to hide and lock it.
  const rows = page.getByRole('region', { name: 'Objects' }).getByRole('button', { name: /^(?!Hide |Lock )/ });
  await expect(page.getByText(`Objects: ${BOX_COUNT}`, { exact: true })).toBeVisible({ timeout: 60_000 });
  await page.waitForLoadState('networkidle');
  // Count requests only from here, because the page's event stream, which is already open, never ends.
  const waitUntilIdle = createIdleWaiter(page);
  await page.evaluate(recordPanelChanges);
  const select: number[] = [];
  const deselect: number[] = [];
  for (let click = 0; click < clicks + WARM_UP; click += 1) {
    const row = rows.nth(1 + ((click * 3) % 10));
    // The object card has moved the list. Scroll to the row before the measurement starts.
    await row.scrollIntoViewIfNeeded();
    await expectRow(page, await row.textContent());
    const selectDuration = await measureUntilShown(page, () => row.click());
    await waitUntilIdle();
    if (click >= WARM_UP) select.push(selectDuration);
    // Deselect after every second click, so that clicks with and without a previous selection are measured.
    if (click % 2 === 0) continue;
    await expectRow(page, null);
    const deselectDuration = await measureUntilShown(page, () => page.keyboard.press('Escape'));
    await waitUntilIdle();
    if (click >= WARM_UP) deselect.push(deselectDuration);
  }
  const searchField = page.getByRole('searchbox', { name: 'Search items' });
  return { select, deselect, search: await measureSearch(page, searchField, waitUntilIdle, clicks / 2) };
}

const expectRow = (page: Page, text: string | null) =>
  page.evaluate((expectedText) => void (window.expectedRow = expectedText), text);

/** Prints the figures with their limits. Returns the number of exceeded limits. */
export function formatListClicks({ select, deselect, search }: ListClicks): { readonly text: string; readonly exceeded: number } {
  const measuredActions = [
    ['a row is clicked', select],
    ['Esc', deselect],
    ['a key in the search', search],
  ] as const;
  const rows = measuredActions.map(([name, durations]) => [
    name,
    ...[0.5, 0.95, 1].map((ratio) => `${percentile(durations, ratio).toFixed(0)} ms`),
    `${LIMITS.listClick} ms`,
  ]);
  return {
    text: `List of items with ${BOX_COUNT} objects: time until row, card and canvas show the selection\n${formatTable(['', 'p50', 'p95', 'max', 'limit of p95'], rows)}`,
    exceeded: measuredActions.filter(([, durations]) => percentile(durations, 0.95) > LIMITS.listClick).length,
  };
}
