import type { FaultReport } from '@console/shared-contract/federation';
import type { Page } from '@playwright/test';
import {
  expectNotReloaded,
  expectNoJargon,
  expectFaultReported,
  expectRemoteWorks,
  getFaults,
  navigateTo,
  openSignedIn,
} from '../support/console';
import { FakeDeployment } from '../support/fake-deployment';
import { createFakeRemote, PROBE_TITLE } from '../support/fake-remote';
import { expect, LONG_RUN, test } from '../support/test';

const SIMILARITY_CHUNK_URL = /\/remotes\/similarity\/[^/]+\/(?!entry)[^/]+\.js/;
/** Chunks of the host, such as the shared code that remotes request. */
const HOST_CHUNK_URL = /^https?:\/\/[^/]+\/(?!main\.)[^/]+\.js/;

const setProbePageBroken = (page: Page, isBroken: boolean) =>
  page.evaluate((value) => Object.assign(globalThis, { isBroken: value }), isBroken);

interface ModuleFault {
  title: string;
  /** Name of the fake remote. */
  name: string;
  kind: FaultReport['kind'];
  /** First sentence of the error. */
  summary: string;
  /** Cause that the error message names. */
  message: RegExp;
  /** Code of the module. It fails while `globalThis.isBroken` is set. */
  code: string;
  /** Whether only the long run checks the fault, because another fault has the same message. */
  isRareVariant?: boolean;
}

const WORKING_PAGE = `h(ui.Page, { title: 'Probe' }, h('p', null, 'The probe works'))`;
const THROW_STATEMENT = `throw new TypeError("Cannot read properties of undefined (reading 'rows')")`;
const ALL_MODULE_FAULTS: ModuleFault[] = [
  {
    title: 'a module throws during startup',
    name: 'throws',
    kind: 'evaluation',
    summary: `${PROBE_TITLE} could not be loaded.`,
    message: /while this part was starting/,
    code: `(() => { if (globalThis.isBroken) ${THROW_STATEMENT}; return { ProbePage: () => ${WORKING_PAGE} }; })()`,
  },
  {
    title: 'an export is missing',
    name: 'empty',
    kind: 'missing-export',
    summary: `${PROBE_TITLE} could not be loaded.`,
    message: /current version does not contain this part/,
    code: `globalThis.isBroken ? {} : { ProbePage: () => ${WORKING_PAGE} }`,
  },
  {
    title: 'an export is not a component',
    name: 'text',
    kind: 'missing-export',
    summary: `${PROBE_TITLE} could not be loaded.`,
    message: /current version does not contain this part/,
    code: `{ ProbePage: globalThis.isBroken ? 'a text' : () => ${WORKING_PAGE} }`,
    isRareVariant: true,
  },
  {
    title: 'a component throws during rendering',
    name: 'render',
    kind: 'render',
    summary: `${PROBE_TITLE} stopped working.`,
    message: /Saved changes are not affected/,
    code: `{ ProbePage: () => { if (globalThis.isBroken) ${THROW_STATEMENT}; return ${WORKING_PAGE}; } }`,
  },
  {
    title: 'a component throws in an effect',
    name: 'effect',
    kind: 'render',
    summary: `${PROBE_TITLE} stopped working.`,
    message: /Saved changes are not affected/,
    code: `{ ProbePage: () => { React.useEffect(() => { if (globalThis.isBroken) ${THROW_STATEMENT}; }); return ${WORKING_PAGE}; } }`,
    isRareVariant: true,
  },
  {
    title: 'a component throws a value that is not an Error',
    name: 'nothing',
    kind: 'render',
    summary: `${PROBE_TITLE} stopped working.`,
    message: /Saved changes are not affected/,
    code: `{ ProbePage: () => { if (globalThis.isBroken) throw null; return ${WORKING_PAGE}; } }`,
    isRareVariant: true,
  },
];
const MODULE_FAULTS = ALL_MODULE_FAULTS.filter(({ isRareVariant }) => process.env.LONG || !isRareVariant);

// All faults share one tab, because most of the time is spent on the first load of the console.
test('a broken page shows an error in place and recovers on Retry', async ({ page }) => {
  test.setTimeout(120_000);
  const deployment = await FakeDeployment.install(page);
  for (const { name, code } of MODULE_FAULTS) deployment.publish(createFakeRemote({ name, exposes: { './page': code } }));
  await openSignedIn(page);
  for (const { title, name, kind, summary, message } of MODULE_FAULTS) {
    await test.step(title, async () => {
      const label = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      await setProbePageBroken(page, true);
      await navigateTo(page, label);
      const alert = page.getByRole('main').getByRole('alert');
      await expect(alert).toContainText(summary);
      await expect(alert).toContainText(message);
      await expectNoJargon(alert);
      await expectFaultReported(page, { remote: name, version: '1.0.0', kind });

      await expectRemoteWorks(page, 'training');
      await navigateTo(page, label);
      // Wait for the error: the page loads the module again by itself and would recover without Retry.
      await expect(alert).toContainText(summary);
      await setProbePageBroken(page, false);
      await alert.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByText('The probe works')).toBeVisible();
    });
  }
  await expectNotReloaded(page);
});

test('an error in an event handler is reported and leaves the page unchanged', LONG_RUN, async ({ page, allowPageErrors }) => {
  allowPageErrors(/Uncaught: Cannot read properties of undefined/);
  const deployment = await FakeDeployment.install(page);
  const failingButton = `h('button', { onClick: () => { ${THROW_STATEMENT}; } }, 'Press')`;
  const notesField = `h('input', { 'aria-label': 'Notes', defaultValue: '' })`;
  deployment.publish(
    createFakeRemote({
      exposes: { './page': `{ ProbePage: () => h(ui.Page, { title: 'Probe' }, ${notesField}, ${failingButton}) }` },
    }),
  );
  await openSignedIn(page);
  await navigateTo(page, 'Probe');
  await page.getByLabel('Notes').fill('some notes');
  await page.getByRole('button', { name: 'Press' }).click();
  await expectFaultReported(page, { remote: 'probe', version: '1.0.0', kind: 'event' });
  await expect(page.getByLabel('Notes')).toHaveValue('some notes');
  await expectRemoteWorks(page, 'training');
});

test('an error in background work is reported and not shown', LONG_RUN, async ({ page }) => {
  const deployment = await FakeDeployment.install(page);
  deployment.publish(
    createFakeRemote({
      manifest: { background: { resources: [], start: './background#start' } },
      exposes: {
        './background': `{ start: () => { ${THROW_STATEMENT}; } }`,
        './page': `{ ProbePage: () => ${WORKING_PAGE} }`,
      },
    }),
  );
  await openSignedIn(page);
  await expectFaultReported(page, { remote: 'probe', version: '1.0.0', kind: 'evaluation', part: './background#start' });
  await expect(page.getByRole('alert')).toHaveCount(0);
  await navigateTo(page, 'Probe');
  await expect(page.getByText('The probe works')).toBeVisible();
  await expectRemoteWorks(page, 'training');
});

test('Retry recovers a page whose chunk was missing after a redeploy', LONG_RUN, async ({ page }) => {
  const deployment = await FakeDeployment.install(page);
  const restoreFiles = await deployment.respondToFiles(SIMILARITY_CHUNK_URL, { status: 404, body: 'not found' });
  await openSignedIn(page, '/images');
  await navigateTo(page, 'Similarity');
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('Similarity groups could not be loaded.');
  await expectNoJargon(alert);
  await expectFaultReported(page, { remote: 'similarity', kind: 'chunk', part: './groups#GroupsPage' });
  await expectRemoteWorks(page, 'training');
  await navigateTo(page, 'Similarity');
  // Wait for the error: the page retries once by itself and would recover without Retry.
  await expect(alert).toContainText('Similarity groups could not be loaded.');
  await restoreFiles();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expectRemoteWorks(page, 'similarity');
  await expectNotReloaded(page);
});

test('a changed chunk does not run and is named, and Retry recovers', async ({ page, allowPageErrors }) => {
  allowPageErrors(/Failed to find a valid digest/);
  const deployment = await FakeDeployment.install(page);
  const forgedCode = 'globalThis.didForgedCodeRun = true';
  const restoreFiles = await deployment.respondToFiles(SIMILARITY_CHUNK_URL, {
    contentType: 'text/javascript',
    body: forgedCode,
  });
  await openSignedIn(page, '/images');
  await navigateTo(page, 'Similarity');
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('differ from the published ones');
  await expectNoJargon(alert);
  await expectFaultReported(page, { remote: 'similarity', kind: 'integrity' });
  expect((await getFaults(page)).at(-1)?.message).toMatch(SIMILARITY_CHUNK_URL);
  expect(await page.evaluate(() => 'didForgedCodeRun' in globalThis)).toBe(false);
  await restoreFiles();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expectRemoteWorks(page, 'similarity');
  await expectNotReloaded(page);
});

test('a hanging chunk times out and is requested again on Retry', LONG_RUN, async ({ page }) => {
  await page.clock.install();
  const deployment = await FakeDeployment.install(page);
  const restoreFiles = await deployment.respondToFiles(SIMILARITY_CHUNK_URL, 'never');
  await openSignedIn(page, '/images');
  // Wait until the chunk is requested: its timeout must start before the test advances the fake clock.
  const chunkRequest = page.waitForRequest(SIMILARITY_CHUNK_URL);
  await navigateTo(page, 'Similarity');
  await chunkRequest;
  const main = page.getByRole('main');
  await expect(main.getByLabel('Loading Similarity')).toBeVisible();
  await page.clock.fastForward(8500);
  const slowNotice = main.getByRole('status').filter({ hasText: 'Still loading Similarity groups' });
  await expect(slowNotice).toBeVisible();
  await page.clock.fastForward(121_000);
  const alert = main.getByRole('alert');
  await expectNoJargon(alert);
  await expectFaultReported(page, { remote: 'similarity', kind: 'timeout' });
  await restoreFiles();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expectRemoteWorks(page, 'similarity');
  await expectNotReloaded(page);
});

test('Retry requests a hanging chunk again before it times out', LONG_RUN, async ({ page }) => {
  await page.clock.install();
  const deployment = await FakeDeployment.install(page);
  // Block only the first attempt. The retry adds a query to the URL, so this pattern does not match it.
  await deployment.respondToFiles(new RegExp(`${SIMILARITY_CHUNK_URL.source}$`), 'never');
  await openSignedIn(page, '/images');
  // Wait until the chunk is requested: its timeout must start before the test advances the fake clock.
  const chunkRequest = page.waitForRequest(SIMILARITY_CHUNK_URL);
  await navigateTo(page, 'Similarity');
  await chunkRequest;
  const main = page.getByRole('main');
  await expect(main.getByLabel('Loading Similarity')).toBeVisible();
  await page.clock.fastForward(8500);
  await main.getByRole('status').getByRole('button', { name: 'Retry' }).click();
  await expectRemoteWorks(page, 'similarity');
  // The response to the retry also completes the first attempt, so no fault is reported.
  expect(await getFaults(page)).toEqual([]);
  await expectNotReloaded(page);
});

test('Retry requests a hanging chunk of the host again after a timeout', LONG_RUN, async ({ page }) => {
  await page.clock.install();
  const deployment = await FakeDeployment.install(page);
  await openSignedIn(page, '/images');
  // Wait only for the filters. The images take longer on a busy machine, and this test does not need them.
  await expect(page.getByRole('radiogroup', { name: 'Verified' })).toBeVisible();
  const restoreFiles = await deployment.respondToFiles(HOST_CHUNK_URL, 'never');
  const chunkRequest = page.waitForRequest(HOST_CHUNK_URL);
  await navigateTo(page, 'Similarity');
  await chunkRequest;
  const main = page.getByRole('main');
  await expect(main.getByLabel('Loading Similarity')).toBeVisible();
  await page.clock.fastForward(121_000);
  const alert = main.getByRole('alert');
  await expectNoJargon(alert);
  await expectFaultReported(page, { remote: 'similarity', kind: 'timeout' });
  await restoreFiles();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expectRemoteWorks(page, 'similarity');
  await expectNotReloaded(page);
});
