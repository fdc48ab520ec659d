// `npm run bench -- jobs [--rounds 20]`: /jobs with 500 jobs beside a workspace without any; a click to the dialog; a key to the list.
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { percentile, table } from '../../server/src/bench/measure';
import { goOnWithoutReader } from '../../server/src/cli/closed-pipe.mjs';
import { demo, openConsole } from '../support/accounts';
import { admin } from '../support/admin';
import { Api } from '../support/api';
import { ConsoleServer } from '../support/console-server';
import { LIMITS } from './limits';
import { readinessOf, watchReadiness } from './ready';

const say = (text: string) => process.stdout.write(`${text}\n`);

const JOBS = 500;
/** The first openings fill caches, and are not counted. */
const WARM_UP = 2;
const EMPTY = 'No jobs yet';
/** What the compiler writes around functions, which run in the page here. */
const NAMES = 'globalThis.__name = (value) => value';

declare global {
  interface Window {
    /** Milliseconds from the event to the frame that shows what it led to. */
    jobsTaken?: number;
  }
}

async function makeJobs(api: Api, workspace: string): Promise<void> {
  for (let number = 0; number < JOBS; number += 1) {
    const name = `Job ${String(number).padStart(3, '0')} of ${['shelves', 'cells', 'packs'][number % 3]}`;
    await api.expectOk('POST', `/annotate/v2/${number % 5 === 0 ? 'similarity' : 'image'}job/`, { name, workspace });
  }
}

/** Milliseconds until /jobs of a workspace is interactive, in a tab of its own with the code in its cache. */
async function open(browser: Browser, url: string, storage: Record<string, string>, content: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  await page.addInitScript(NAMES);
  await page.addInitScript((items) => Object.entries(items).forEach(([key, value]) => localStorage.setItem(key, value)), storage);
  await page.goto(`${url}/jobs`);
  await watchReadiness(page, { path: '/jobs', heading: /^Jobs$/, content, remote: 'training', budget: 0 });
  await page.goto(`${url}/jobs`);
  const { interactive } = await readinessOf(page);
  await context.close();
  return interactive;
}

/** Runs in the page: notes how long it takes from the next event of a kind until `isThere` and its frame. */
function watchNext({ event, selector, rows }: { event: string; selector: string; rows?: number }): void {
  window.jobsTaken = undefined;
  addEventListener(
    event,
    () => {
      const from = performance.now();
      const look = () => {
        const found = document.querySelectorAll(selector).length;
        if (rows === undefined ? found === 0 : found === 0 || found > rows) return requestAnimationFrame(look);
        requestAnimationFrame(() => (window.jobsTaken = performance.now() - from));
      };
      look();
    },
    { capture: true, once: true },
  );
}

async function taken(page: Page): Promise<number> {
  await page.waitForFunction(() => window.jobsTaken !== undefined);
  return page.evaluate(() => window.jobsTaken ?? 0);
}

async function clickToDialog(page: Page, rounds: number): Promise<number[]> {
  const figures: number[] = [];
  for (let round = -WARM_UP; round < rounds; round += 1) {
    await page.evaluate(watchNext, { event: 'click', selector: '[role="dialog"] input' });
    await page
      .getByRole('button', { name: 'Edit', exact: true })
      .nth(round < 0 ? 0 : round % 10)
      .click();
    const ms = await taken(page);
    if (round >= 0) figures.push(ms);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  return figures;
}

/** A key that leaves few of the 500 rows. */
async function keyToList(page: Page, rounds: number): Promise<number[]> {
  const search = page.getByRole('searchbox', { name: 'Search jobs' });
  const figures: number[] = [];
  for (let round = -WARM_UP; round < rounds; round += 1) {
    await search.fill('Job 49');
    await page.waitForFunction(() => document.querySelectorAll('main tbody tr').length <= 12);
    await search.fill('');
    await page.waitForFunction(() => document.querySelectorAll('main tbody tr').length > 12);
    await search.fill('Job 4');
    await search.focus();
    await page.keyboard.press('End');
    await page.evaluate(watchNext, { event: 'keydown', selector: 'main tbody tr', rows: 12 });
    await page.keyboard.press('9');
    const ms = await taken(page);
    if (round >= 0) figures.push(ms);
  }
  return figures;
}

const row = (name: string, numbers: readonly number[]) => [
  name,
  ...[0.5, 0.95, 1].map((share) => `${percentile(numbers, share).toFixed(1)} ms`),
];

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } });
  const rounds = Number(values.rounds);
  if (!(rounds > 0)) throw new Error('npm run bench -- jobs [--rounds 20]');
  const server = await ConsoleServer.create();
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    await admin(server.dataDir, 'create-workspace', EMPTY, '--owner', demo.email);
    const api = await Api.signIn(server.url, demo);
    const [full, empty] = [await api.workspaceId('Demo'), await api.workspaceId(EMPTY)];
    await makeJobs(api, full);
    const storage = await Api.tokens(server.url, demo);
    const opened: Record<'full' | 'empty', number[]> = { full: [], empty: [] };
    for (let round = -WARM_UP; round < rounds; round += 1)
      for (const [which, workspace, content] of [
        ['full', full, 'main tbody tr:nth-child(12)'],
        ['empty', empty, 'main [data-focus-home] p, main [data-focus-home] div'],
      ] as const) {
        const ms = await open(browser, server.url, { ...storage, workspace }, content);
        if (round >= 0) opened[which].push(ms);
      }
    const page = await (await browser.newContext({ baseURL: server.url, viewport: { width: 1366, height: 768 } })).newPage();
    await page.addInitScript(NAMES);
    await openConsole(page);
    await page.goto(`${server.url}/jobs`);
    await page.getByRole('row', { name: /Job 000/ }).waitFor();
    const clicks = await clickToDialog(page, rounds);
    const keys = await keyToList(page, rounds);
    say(
      table(
        ['', 'p50', 'p95', 'most'],
        [
          row(`/jobs with ${JOBS} jobs, interactive`, opened.full),
          row('/jobs without any, interactive', opened.empty),
          row('click to the dialog', clicks),
          row('key in the search to the list', keys),
        ],
      ),
    );
    const ratio = percentile(opened.full, 0.5) / percentile(opened.empty, 0.5);
    const [click, key] = [percentile(clicks, 0.95), percentile(keys, 0.95)];
    say(
      `interactive: ${ratio.toFixed(2)} of the empty page, limit ${LIMITS.jobsRatio}; click, p95: limit ${LIMITS.jobsClick} ms; key, p95: limit ${LIMITS.jobsKey} ms`,
    );
    return ratio <= LIMITS.jobsRatio && click <= LIMITS.jobsClick && key <= LIMITS.jobsKey ? 0 : 1;
  } finally {
    await browser.close();
    await server.remove();
  }
}

goOnWithoutReader();
main().then(
  (broken) => process.exit(broken),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
