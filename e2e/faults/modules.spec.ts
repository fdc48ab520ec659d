import type { FaultReport } from '@console/shared-contract/federation';
import type { Page } from '@playwright/test';
import {
  expectNotReloaded,
  expectPlainLanguage,
  expectFaultReported,
  expectRemoteWorks,
  navigateTo,
  openSignedIn,
} from '../support/console';
import { FakeDeployment } from '../support/fake-deployment';
import { createFakeRemote, PROBE_TITLE } from '../support/fake-remote';
import { expect, test } from '../support/test';

const SIMILARITY_CHUNKS = /\/remotes\/similarity\/[^/]+\/(?!entry)[^/]+\.js/;

const setBroken = (page: Page, isBroken: boolean) =>
  page.evaluate((value) => Object.assign(globalThis, { isBroken: value }), isBroken);

interface Case {
  fault: string;
  name: string;
  kind: FaultReport['kind'];
  sentence: string;
  words: RegExp;
  /** Code of the module. It fails while `globalThis.isBroken` is set. */
  code: string;
}

const WORKING = `h(ui.Page, { title: 'Probe' }, h('p', null, 'The probe works'))`;
const THROW = `throw new TypeError("Cannot read properties of undefined (reading 'rows')")`;
const cases: Case[] = [
  {
    fault: 'a module that throws while it starts',
    name: 'throws',
    kind: 'evaluation',
    sentence: `${PROBE_TITLE} could not be loaded.`,
    words: /while this part was starting/,
    code: `(() => { if (globalThis.isBroken) ${THROW}; return { ProbePage: () => ${WORKING} }; })()`,
  },
  {
    fault: 'an export that is not there',
    name: 'hollow',
    kind: 'missing-export',
    sentence: `${PROBE_TITLE} could not be loaded.`,
    words: /current version does not contain this part/,
    code: `globalThis.isBroken ? {} : { ProbePage: () => ${WORKING} }`,
  },
  {
    fault: 'an export that is no component',
    name: 'text',
    kind: 'missing-export',
    sentence: `${PROBE_TITLE} could not be loaded.`,
    words: /current version does not contain this part/,
    code: `{ ProbePage: globalThis.isBroken ? 'a text' : () => ${WORKING} }`,
  },
  {
    fault: 'a component that throws while it is drawn',
    name: 'drawn',
    kind: 'render',
    sentence: `${PROBE_TITLE} stopped working.`,
    words: /Saved changes are not affected/,
    code: `{ ProbePage: () => { if (globalThis.isBroken) ${THROW}; return ${WORKING}; } }`,
  },
  {
    fault: 'a component that throws in an effect',
    name: 'effect',
    kind: 'render',
    sentence: `${PROBE_TITLE} stopped working.`,
    words: /Saved changes are not affected/,
    code: `{ ProbePage: () => { React.useEffect(() => { if (globalThis.isBroken) ${THROW}; }); return ${WORKING}; } }`,
  },
  {
    fault: 'a component that throws something that is no error',
    name: 'odd',
    kind: 'render',
    sentence: `${PROBE_TITLE} stopped working.`,
    words: /Saved changes are not affected/,
    code: `{ ProbePage: () => { if (globalThis.isBroken) throw null; return ${WORKING}; } }`,
  },
];

// All faults share one tab, because most of the time is spent on the first load of the console.
test('a broken page shows an error in place and recovers on Retry', async ({ page }) => {
  test.setTimeout(120_000);
  const deployment = await FakeDeployment.install(page);
  for (const { name, code } of cases) deployment.publish(createFakeRemote({ name, exposes: { './page': code } }));
  await openSignedIn(page);
  for (const { fault, name, kind, sentence, words } of cases) {
    await test.step(fault, async () => {
      const label = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      await setBroken(page, true);
      await navigateTo(page, label);
      const alert = page.getByRole('main').getByRole('alert');
      await expect(alert).toContainText(sentence);
      await expect(alert).toContainText(words);
      await expectPlainLanguage(alert);
      await expectFaultReported(page, { remote: name, version: '1.0.0', kind });

      await expectRemoteWorks(page, 'training');
      await navigateTo(page, label);
      await setBroken(page, false);
      await alert.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByText('The probe works')).toBeVisible();
    });
  }
  await expectNotReloaded(page);
});

test('an error in an event handler is reported and leaves the page unchanged', async ({ page, allowPageErrors }) => {
  allowPageErrors(/Uncaught: Cannot read properties of undefined/);
  const deployment = await FakeDeployment.install(page);
  const handler = `h('button', { onClick: () => { ${THROW}; } }, 'Press')`;
  const typed = `h('input', { 'aria-label': 'Notes', defaultValue: '' })`;
  deployment.publish(
    createFakeRemote({ exposes: { './page': `{ ProbePage: () => h(ui.Page, { title: 'Probe' }, ${typed}, ${handler}) }` } }),
  );
  await openSignedIn(page);
  await navigateTo(page, 'Probe');
  await page.getByLabel('Notes').fill('kept');
  await page.getByRole('button', { name: 'Press' }).click();
  await expectFaultReported(page, { remote: 'probe', version: '1.0.0', kind: 'event' });
  await expect(page.getByLabel('Notes')).toHaveValue('kept');
  await expectRemoteWorks(page, 'training');
});

test('an error in background work is reported and not shown', async ({ page }) => {
  const deployment = await FakeDeployment.install(page);
  deployment.publish(
    createFakeRemote({
      manifest: { background: { resources: [], start: './background#start' } },
      exposes: {
        './background': `{ start: () => { ${THROW}; } }`,
        './page': `{ ProbePage: () => ${WORKING} }`,
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

test('a chunk missing after a redeploy shows an error on its page and recovers on Retry', async ({ page }) => {
  const deployment = await FakeDeployment.install(page);
  const restoreFiles = await deployment.respondToFiles(SIMILARITY_CHUNKS, { status: 404, body: 'gone' });
  await openSignedIn(page, '/images');
  await navigateTo(page, 'Similarity');
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('Similarity groups could not be loaded.');
  await expectPlainLanguage(alert);
  await expectFaultReported(page, { remote: 'similarity', kind: 'chunk', part: './groups#GroupsPage' });
  await expectRemoteWorks(page, 'training');
  await navigateTo(page, 'Similarity');
  // The page retries by itself. If the chunk is released before the timeout, it recovers without Retry.
  await expect(alert).toContainText('Similarity groups could not be loaded.');
  await restoreFiles();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expectRemoteWorks(page, 'similarity');
  await expectNotReloaded(page);
});

test('a hanging chunk times out and is requested again on Retry', async ({ page }) => {
  await page.clock.install();
  const deployment = await FakeDeployment.install(page);
  const restoreFiles = await deployment.respondToFiles(SIMILARITY_CHUNKS, 'never');
  // The page says that it loads before it has asked for chunks, and what is asked for after the clock was moved hangs for no time.
  const asked = page.waitForRequest(SIMILARITY_CHUNKS);
  await openSignedIn(page, '/images');
  await navigateTo(page, 'Similarity');
  await asked;
  const main = page.getByRole('main');
  await expect(main.getByLabel('Loading Similarity')).toBeVisible();
  await page.clock.fastForward(8500);
  const slow = main.getByRole('status').filter({ hasText: 'Still loading Similarity groups' });
  await expect(slow).toBeVisible();
  await page.clock.fastForward(121_000);
  const alert = main.getByRole('alert');
  await expectPlainLanguage(alert);
  await expectFaultReported(page, { remote: 'similarity', kind: 'timeout' });
  await restoreFiles();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expectRemoteWorks(page, 'similarity');
  await expectNotReloaded(page);
});

test('Retry requests a hanging chunk again before it times out', async ({ page }) => {
  await page.clock.install();
  const deployment = await FakeDeployment.install(page);
  // The retry uses another URL, which responds.
  await deployment.respondToFiles(new RegExp(`${SIMILARITY_CHUNKS.source}$`), 'never');
  // The page says that it loads before it has asked for chunks, and what is asked for after the clock was moved hangs for no time.
  const asked = page.waitForRequest(SIMILARITY_CHUNKS);
  await openSignedIn(page, '/images');
  await navigateTo(page, 'Similarity');
  await asked;
  const main = page.getByRole('main');
  await expect(main.getByLabel('Loading Similarity')).toBeVisible();
  await page.clock.fastForward(8500);
  await main.getByRole('status').getByRole('button', { name: 'Retry' }).click();
  await expectRemoteWorks(page, 'similarity');
  await expectNotReloaded(page);
});
