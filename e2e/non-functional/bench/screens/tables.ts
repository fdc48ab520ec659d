// `npm run bench -- tables [--rounds 20]`: compares opening /detection with 64 more tasks and 3,000 more labels to opening it with
// the demo data. Also measures clicks and typing in the large tables, and the rendering of a chart of 200 labels.
import type { Page } from '@playwright/test';
import { percentile, formatTable } from '../../support/measure';
import type { Api } from '../../../support/api';
import { runConsoleBench, formatDurationRow, WARM_UP } from './run-console-bench';
import { LIMITS } from '../limits';
import { measureNavigation, measurePaint, type PaintCondition } from './paint-timing';
import { print } from '../../support/output';

const TASK_COUNT = 64;
const LABEL_COUNT = 3000;
/** Number of parallel calls that fill the workspace. */
const PARALLEL_REQUESTS = 8;
const BAR_COUNT = 200;

async function createTasksAndLabels(api: Api): Promise<void> {
  const bodies = [
    ...Array.from({ length: TASK_COUNT }, (_, index) => ['task', { name: `Task ${String(index).padStart(3, '0')}` }] as const),
    ...Array.from(
      { length: LABEL_COUNT },
      (_, index) => ['label', { name: `Label ${String(index).padStart(5, '0')} of a shelf`, color: '#2f80ed' }] as const,
    ),
  ];
  for (let start = 0; start < bodies.length; start += PARALLEL_REQUESTS)
    await Promise.all(
      bodies.slice(start, start + PARALLEL_REQUESTS).map(([type, body]) => api.requestOk('POST', `/detection/v2/${type}/`, body)),
    );
}

/** Measures the milliseconds from the navigation to /detection until its tables are shown, without cached data. */
async function openTasksPage(page: Page, url: string, last: PaintCondition): Promise<number> {
  await page.goto(`${url}/`);
  await page.waitForLoadState('networkidle');
  return measureNavigation(page, '/detection', last);
}

const LABELS_TABLE = 'table[aria-label="Labels"]';
const DIALOG_FIELD = '[role="dialog"] input';

interface Clicks {
  dialog: number[];
  search: number[];
}

async function measureClicks(page: Page, rounds: number): Promise<Clicks> {
  const clicks: Clicks = { dialog: [], search: [] };
  const searchField = page.getByRole('searchbox', { name: 'Search labels' });
  for (let round = -WARM_UP; round < rounds; round += 1) {
    const row = page.locator(`${LABELS_TABLE} tbody tr`).nth(2 + (Math.abs(round) % 5));
    const editButton = row.getByRole('button', { name: 'Edit' });
    const dialogMs = await measurePaint(page, { selector: DIALOG_FIELD, event: 'click' }, () => editButton.click());
    // Wait for the focus: it moves after the paint, and no user types that fast.
    await page.locator(`${DIALOG_FIELD}:focus`).waitFor();
    await page.keyboard.press('Escape');
    await page.locator(DIALOG_FIELD).first().waitFor({ state: 'detached' });
    const searchText = `Label 0${String(1000 + Math.abs(round) * 13)}`;
    await searchField.fill(searchText.slice(0, -1));
    await searchField.press('End');
    // Only rows whose name contains the text are listed.
    const condition = { selector: `${LABELS_TABLE} tbody tr:not([aria-hidden])`, text: searchText, event: 'keydown' } as const;
    const typeDuration = await measurePaint(page, condition, () => page.keyboard.press(searchText.slice(-1)));
    await searchField.fill('');
    if (round < 0) continue;
    clicks.dialog.push(dialogMs);
    clicks.search.push(typeDuration);
  }
  return clicks;
}

/** A fabricated evaluation response: training a model on 200 labels would take an hour. */
function createEvaluation(id: string) {
  const name = (index: number) =>
    `Label ${String(index).padStart(3, '0')} ${'of a long name that goes on '.repeat(3)}`.slice(0, 60);
  const top_labels = Array.from({ length: BAR_COUNT }, (_, index) => ({
    id: `${index}aaaaaaaa`,
    name: name(index === 1 ? 0 : index),
    accuracy: index % 7 === 0 ? null : (index % 100) / 100,
    hamming_loss: (index % 30) / 100,
    count: index * 3,
    labels: [],
  }));
  const fields = {
    workspace: null as unknown,
    created: '2026-01-02T03:04:05Z',
    created_by: null,
    of_task: null,
    tasks: [],
    work: null,
  };
  return { id, ...fields, result: { top_labels } };
}

async function measureChart(page: Page, api: Api, url: string, workspace: string, rounds: number): Promise<number[]> {
  const { id } = await api.requestOk<{ id: string }>('POST', '/annotate/v2/evaluation');
  await page.route(`**/annotate/v2/evaluation/${id}**`, (route) =>
    route.fulfill({ json: { ...createEvaluation(id), workspace }, headers: { 'content-type': 'application/json' } }),
  );
  const durations: number[] = [];
  for (let round = -WARM_UP; round < rounds; round += 1) {
    await page.goto(`${url}/evaluation`);
    await page.waitForLoadState('networkidle');
    // Load the chart code first, so that only the rendering is measured.
    const duration = await measureNavigation(page, `/evaluation/${id}`, { selector: '[role="img"] svg rect' });
    if (round >= 0) durations.push(duration);
  }
  return durations;
}

runConsoleBench({ name: 'tables', defaultRounds: 20 }, async ({ rounds, server, api, workspace, open: openTab }) => {
  const page = await openTab();
  const openingCount = Math.min(rounds, 7);
  const fewLabelsDurations: number[] = [];
  for (let round = -WARM_UP; round < openingCount; round += 1) {
    const duration = await openTasksPage(page, server.url, { selector: `${LABELS_TABLE} tbody button` });
    if (round >= 0) fewLabelsDurations.push(duration);
  }
  await createTasksAndLabels(api);
  const manyLabelsDurations: number[] = [];
  for (let round = -WARM_UP; round < openingCount; round += 1) {
    const duration = await openTasksPage(page, server.url, { selector: `${LABELS_TABLE}[aria-rowcount] tbody button` });
    if (round >= 0) manyLabelsDurations.push(duration);
  }
  const clicks = await measureClicks(page, rounds);
  const chartDurations = await measureChart(page, api, server.url, workspace, openingCount);
  print(
    `${TASK_COUNT} tasks and ${LABEL_COUNT} labels, and a chart of ${BAR_COUNT} labels; ${rounds} rounds, ${openingCount} openings`,
  );
  print(
    formatTable(
      ['', 'p50', 'p95', 'max'],
      [
        formatDurationRow('open /detection with the demo data', fewLabelsDurations),
        formatDurationRow('open /detection with all tasks and labels', manyLabelsDurations),
        formatDurationRow('click to the dialog', clicks.dialog),
        formatDurationRow('last letter of a search to the list', clicks.search),
        formatDurationRow('open an evaluation of 200 labels, until the bars are shown', chartDurations),
      ],
    ),
  );
  const ratio = percentile(manyLabelsDurations, 0.5) / percentile(fewLabelsDurations, 0.5);
  print(`opening time relative to the demo data: ${ratio.toFixed(2)} (limit ${LIMITS.tables})`);
  const isWithinLimit =
    ratio <= LIMITS.tables &&
    percentile(clicks.dialog, 0.95) <= LIMITS.tableClick &&
    percentile(clicks.search, 0.95) <= LIMITS.tableSearch &&
    percentile(chartDurations, 0.5) <= LIMITS.chart;
  print(isWithinLimit ? 'All limits are met.' : 'A limit is exceeded.');
  return isWithinLimit;
});
