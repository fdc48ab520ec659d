// `npm run bench -- tables [--rounds 20]`: 64 tasks and 3,000 labels on /detection beside an empty workspace's, and a chart of 200 labels.
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { percentile, table } from '../../server/src/bench/measure';
import { goOnWithoutReader } from '../../server/src/cli/closed-pipe.mjs';
import { demo, openConsole } from '../support/accounts';
import { Api } from '../support/api';
import { ConsoleServer } from '../support/console-server';
import { LIMITS } from './limits';

const say = (text: string) => process.stdout.write(`${text}\n`);

const TASKS = 64;
const LABELS = 3000;
/** Calls under way at once while the workspace is filled. */
const AT_ONCE = 8;
const BARS = 200;
/** The first rounds fill caches: of the remote's code, and of the server. */
const WARM_UP = 2;

declare global {
  interface Window {
    /** When what is measured was asked for, and when it was on the screen; by `performance.now()`. */
    tableAsked?: number;
    tableShown?: number;
  }
}

async function fill(api: Api): Promise<void> {
  const bodies = [
    ...Array.from({ length: TASKS }, (_, at) => ['task', { name: `Task ${String(at).padStart(3, '0')}` }] as const),
    ...Array.from(
      { length: LABELS },
      (_, at) => ['label', { name: `Label ${String(at).padStart(5, '0')} of a shelf`, color: '#2f80ed' }] as const,
    ),
  ];
  for (let from = 0; from < bodies.length; from += AT_ONCE)
    await Promise.all(
      bodies.slice(from, from + AT_ONCE).map(([what, body]) => api.expectOk('POST', `/detection/v2/${what}/`, body)),
    );
}

interface Wanted {
  /** What is on the screen then. */
  selector: string;
  /** From this event of the page, or from now on. */
  event?: 'click';
}

/** Runs in the page: notes when what is wanted has been painted. */
function noteShown({ selector, event }: Wanted): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => (window.tableShown ??= performance.now());
  const watcher = new MutationObserver(() => {
    if (document.querySelector(selector) === null) return;
    watcher.disconnect();
    // The message comes after the frame was painted.
    requestAnimationFrame(() => port2.postMessage(null));
  });
  watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
  Object.assign(window, { tableAsked: performance.now(), tableShown: undefined });
  if (event)
    addEventListener(event, ({ timeStamp }) => Object.assign(window, { tableAsked: timeStamp }), { capture: true, once: true });
}

async function taken(page: Page, wanted: Wanted, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(noteShown, wanted);
  await act();
  await page.waitForFunction(() => window.tableShown !== undefined);
  return page.evaluate(() => (window.tableShown ?? 0) - (window.tableAsked ?? 0));
}

/** Runs in the page: goes to an address as a link within the console does. */
function goTo(path: string): void {
  history.pushState({ key: `bench${performance.now()}`, idx: 1 }, '', path);
  dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
}

/** Milliseconds from a link to /detection until its tables are there; read anew, as after a reload. */
async function open(page: Page, url: string, last: Wanted): Promise<number> {
  await page.goto(`${url}/`);
  await page.waitForLoadState('networkidle');
  return taken(page, last, () => page.evaluate(goTo, '/detection'));
}

const LABELS_TABLE = 'table[aria-label="Labels"]';
const DIALOG = '[role="dialog"] input';

interface Clicks {
  dialog: number[];
  search: number[];
}

async function measureClicks(page: Page, rounds: number): Promise<Clicks> {
  const figures: Clicks = { dialog: [], search: [] };
  const search = page.getByRole('searchbox', { name: 'Search labels' });
  for (let round = -WARM_UP; round < rounds; round += 1) {
    const row = page.locator(`${LABELS_TABLE} tbody tr`).nth(2 + (Math.abs(round) % 5));
    const edit = row.getByRole('button', { name: 'Edit' });
    const dialog = await taken(page, { selector: DIALOG, event: 'click' }, () => edit.click());
    await page.keyboard.press('Escape');
    await page.locator(DIALOG).first().waitFor({ state: 'detached' });
    const found = `Label 0${String(1000 + Math.abs(round) * 13)}`;
    await search.fill(found.slice(0, -1));
    await search.press('End');
    const typed = await typeLast(page, found);
    await search.fill('');
    if (round < 0) continue;
    figures.dialog.push(dialog);
    figures.search.push(typed);
  }
  return figures;
}

/** From the last letter until only what has it in its name is listed. */
async function typeLast(page: Page, found: string): Promise<number> {
  await page.evaluate(
    (asked) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => (window.tableShown ??= performance.now());
      const watcher = new MutationObserver(() => {
        const rows = [...document.querySelectorAll(`${asked.selector} tr:not([aria-hidden])`)];
        if (rows.length === 0 || !rows.every((row) => (row.textContent ?? '').includes(asked.found))) return;
        watcher.disconnect();
        requestAnimationFrame(() => port2.postMessage(null));
      });
      watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
      Object.assign(window, { tableShown: undefined });
      addEventListener('keydown', ({ timeStamp }) => Object.assign(window, { tableAsked: timeStamp }), {
        capture: true,
        once: true,
      });
    },
    { selector: `${LABELS_TABLE} tbody`, found },
  );
  await page.keyboard.press(found.slice(-1));
  await page.waitForFunction(() => window.tableShown !== undefined);
  return page.evaluate(() => (window.tableShown ?? 0) - (window.tableAsked ?? 0));
}

/** An evaluation as the server would answer it: a model that has been trained on 200 labels would take an hour. */
function manyLabels(id: string) {
  const name = (at: number) => `Label ${String(at).padStart(3, '0')} ${'of a long name that goes on '.repeat(3)}`.slice(0, 60);
  const top_labels = Array.from({ length: BARS }, (_, at) => ({
    ...{ id: `${at}aaaaaaaa`, name: name(at === 1 ? 0 : at), accuracy: at % 7 === 0 ? null : (at % 100) / 100 },
    ...{ hamming_loss: (at % 30) / 100, count: at * 3, labels: [] },
  }));
  const of = {
    workspace: null as unknown,
    created: '2026-01-02T03:04:05Z',
    created_by: null,
    of_task: null,
    tasks: [],
    work: null,
  };
  return { id, ...of, result: { top_labels } };
}

async function measureChart(page: Page, api: Api, url: string, workspace: string, rounds: number): Promise<number[]> {
  const { id } = await api.expectOk<{ id: string }>('POST', '/annotate/v2/evaluation');
  await page.route(`**/annotate/v2/evaluation/${id}**`, (route) =>
    route.fulfill({ json: { ...manyLabels(id), workspace }, headers: { 'content-type': 'application/json' } }),
  );
  const figures: number[] = [];
  for (let round = -WARM_UP; round < rounds; round += 1) {
    await page.goto(`${url}/evaluation`);
    await page.waitForLoadState('networkidle');
    // The code of charts is fetched before: what is measured is the drawing.
    const ms = await taken(page, { selector: '[role="img"] svg rect' }, () => page.evaluate(goTo, `/evaluation/${id}`));
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
  if (!(rounds > 0)) throw new Error('npm run bench -- tables [--rounds 20]');
  const server = await ConsoleServer.create();
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const api = await Api.signIn(server.url, demo);
    const workspace = await api.workspaceId('Demo');
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1366, height: 768 } });
    const page = await context.newPage();
    page.setDefaultTimeout(0);
    await openConsole(page);
    const openings = Math.min(rounds, 7);
    const few: number[] = [];
    for (let round = -WARM_UP; round < openings; round += 1) {
      const ms = await open(page, server.url, { selector: `${LABELS_TABLE} tbody button` });
      if (round >= 0) few.push(ms);
    }
    await fill(api);
    const many: number[] = [];
    for (let round = -WARM_UP; round < openings; round += 1) {
      const ms = await open(page, server.url, { selector: `${LABELS_TABLE}[aria-rowcount] tbody button` });
      if (round >= 0) many.push(ms);
    }
    const clicks = await measureClicks(page, rounds);
    const chart = await measureChart(page, api, server.url, workspace, openings);
    say(`${TASKS} tasks and ${LABELS} labels, and a chart of ${BARS} labels; ${rounds} rounds, ${openings} openings`);
    say(
      table(
        ['', 'p50', 'p95', 'most'],
        [
          row("open /detection with the demo's few", few),
          row('open /detection with all', many),
          row('click to the dialog', clicks.dialog),
          row('last letter of a search to the list', clicks.search),
          row('open an evaluation of 200 labels, to its bars', chart),
        ],
      ),
    );
    const ratio = percentile(many, 0.5) / percentile(few, 0.5);
    say(`opened in ${ratio.toFixed(2)} times the time (limit ${LIMITS.tables})`);
    const isHeld =
      ratio <= LIMITS.tables &&
      percentile(clicks.dialog, 0.95) <= LIMITS.tableClick &&
      percentile(clicks.search, 0.95) <= LIMITS.tableSearch &&
      percentile(chart, 0.5) <= LIMITS.chart;
    say(isHeld ? 'All within their limits.' : 'A limit is broken.');
    return isHeld ? 0 : 1;
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
