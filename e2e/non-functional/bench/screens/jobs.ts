// `npm run bench -- jobs [--rounds 20]`: compares /jobs with 500 jobs and without jobs: loading, opening a dialog, filtering.
import type { Browser, Page } from '@playwright/test';
import { percentile, formatTable } from '../../support/measure';
import { demo } from '../../../support/accounts';
import { runAdminCommand } from '../../../support/run-admin-command';
import { Api } from '../../../support/api';
import { runConsoleBench, formatDurationRow, NAME_HELPER, WARM_UP } from './run-console-bench';
import { LIMITS } from '../limits';
import { measurePaint } from './paint-timing';
import { waitUntilReady, watchReadiness } from '../page-load/readiness';
import { print } from '../../support/output';

const JOB_COUNT = 500;
const EMPTY_WORKSPACE_NAME = 'No jobs yet';

async function createJobs(api: Api, workspace: string): Promise<void> {
  for (let number = 0; number < JOB_COUNT; number += 1) {
    const name = `Job ${String(number).padStart(3, '0')} of ${['shelves', 'cells', 'packs'][number % 3]}`;
    await api.requestOk('POST', `/annotate/v2/${number % 5 === 0 ? 'similarity' : 'image'}job/`, { name, workspace });
  }
}

/** Measures the milliseconds until /jobs is interactive in a new tab with cached code. */
async function openJobsPage(browser: Browser, url: string, storage: Record<string, string>, content: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  await page.addInitScript(NAME_HELPER);
  await page.addInitScript((items) => Object.entries(items).forEach(([key, value]) => localStorage.setItem(key, value)), storage);
  await page.goto(`${url}/jobs`);
  await watchReadiness(page, { path: '/jobs', heading: /^Jobs$/, content, remote: 'training', budget: 0 });
  await page.goto(`${url}/jobs`);
  const { interactive } = await waitUntilReady(page);
  await context.close();
  return interactive;
}

async function measureClickToDialog(page: Page, rounds: number): Promise<number[]> {
  const durations: number[] = [];
  for (let round = -WARM_UP; round < rounds; round += 1) {
    const editButton = page.getByRole('button', { name: 'Edit', exact: true }).nth(round < 0 ? 0 : round % 10);
    const durationMs = await measurePaint(page, { selector: '[role="dialog"] input', event: 'click' }, () => editButton.click());
    if (round >= 0) durations.push(durationMs);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  return durations;
}

/** Measures the milliseconds from a key in the search field until the list shows only the few matching rows. */
async function measureKeyToList(page: Page, rounds: number): Promise<number[]> {
  const searchField = page.getByRole('searchbox', { name: 'Search jobs' });
  const durations: number[] = [];
  for (let round = -WARM_UP; round < rounds; round += 1) {
    await searchField.fill('Job 49');
    await page.waitForFunction(() => document.querySelectorAll('main tbody tr').length <= 12);
    await searchField.fill('');
    await page.waitForFunction(() => document.querySelectorAll('main tbody tr').length > 12);
    await searchField.fill('Job 4');
    await searchField.focus();
    await page.keyboard.press('End');
    const condition = { selector: 'main tbody tr', maxMatches: 12, event: 'keydown' } as const;
    const durationMs = await measurePaint(page, condition, () => page.keyboard.press('9'));
    if (round >= 0) durations.push(durationMs);
  }
  return durations;
}

runConsoleBench(
  { name: 'jobs', defaultRounds: 20 },
  async ({ rounds, server, browser, api, workspace: fullWorkspaceId, open: openTab }) => {
    await runAdminCommand(server.dataDir, 'create-workspace', EMPTY_WORKSPACE_NAME, '--owner', demo.email);
    const emptyWorkspaceId = await api.findWorkspaceId(EMPTY_WORKSPACE_NAME);
    await createJobs(api, fullWorkspaceId);
    const storage = await Api.createTokens(server.url, demo);
    const openDurations: Record<'full' | 'empty', number[]> = { full: [], empty: [] };
    for (let round = -WARM_UP; round < rounds; round += 1)
      for (const [size, workspace, content] of [
        ['full', fullWorkspaceId, 'main tbody tr:nth-child(12)'],
        ['empty', emptyWorkspaceId, 'main [data-focus-home] p, main [data-focus-home] div'],
      ] as const) {
        const durationMs = await openJobsPage(browser, server.url, { ...storage, workspace }, content);
        if (round >= 0) openDurations[size].push(durationMs);
      }
    const page = await openTab();
    await page.goto(`${server.url}/jobs`);
    await page.getByRole('row', { name: /Job 000/ }).waitFor();
    const clickDurations = await measureClickToDialog(page, rounds);
    const keyDurations = await measureKeyToList(page, rounds);
    print(
      formatTable(
        ['', 'p50', 'p95', 'max'],
        [
          formatDurationRow(`/jobs with ${JOB_COUNT} jobs, interactive`, openDurations.full),
          formatDurationRow('/jobs without jobs, interactive', openDurations.empty),
          formatDurationRow('click to the dialog', clickDurations),
          formatDurationRow('key in the search to the list', keyDurations),
        ],
      ),
    );
    const ratio = percentile(openDurations.full, 0.5) / percentile(openDurations.empty, 0.5);
    const [clickP95, keyP95] = [percentile(clickDurations, 0.95), percentile(keyDurations, 0.95)];
    print(
      `interactive: ${ratio.toFixed(2)} of the empty page, limit ${LIMITS.jobsRatio}; click, p95: limit ${LIMITS.jobsClick} ms; key, p95: limit ${LIMITS.jobsKey} ms`,
    );
    return ratio <= LIMITS.jobsRatio && clickP95 <= LIMITS.jobsClick && keyP95 <= LIMITS.jobsKey;
  },
);
