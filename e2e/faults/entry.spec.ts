import type { FaultReport } from '@console/shared-contract/federation';
import type { Page } from '@playwright/test';
import { type FakeResponse, FakeDeployment } from '../support/fake-deployment';
import {
  expectNotReloaded,
  expectNoJargon,
  expectFaultReported,
  expectRemoteWorks,
  navigateTo,
  openSignedIn,
} from '../support/console';
import { createFakeRemote, type FakeRemoteOptions, PROBE_TITLE } from '../support/fake-remote';
import { expect, LONG_RUN, test } from '../support/test';

const PROBE_ENTRY_URL = /\/remotes\/probe\/1\.0\.0\/entry\.js/;

interface EntryFault {
  /** Completes the name of the test step `the entry ...` (the remote's first script). */
  title: string;
  /** Name of the fake remote. */
  name: string;
  kind: FaultReport['kind'];
  message: RegExp;
  /** Faulty response to the request for the entry. The test restores the original files later. */
  response?: FakeResponse;
  /** Options of a remote whose code fails only while `globalThis.isBroken` is true. */
  remote?: FakeRemoteOptions;
  /** Whether only the long run checks the fault. `loader.test.ts` tests how the host classifies each fault. */
  isRareVariant?: boolean;
}

const ALL_ENTRY_FAULTS: EntryFault[] = [
  {
    title: 'is not found (404)',
    name: 'absent',
    kind: 'network',
    message: /could not be fetched/,
    response: { status: 404, body: 'not found' },
  },
  {
    title: 'fails on the server (500)',
    name: 'down',
    kind: 'network',
    message: /could not be fetched/,
    response: { status: 500, body: 'down' },
    isRareVariant: true,
  },
  {
    title: 'cannot be reached',
    name: 'refused',
    kind: 'network',
    message: /could not be fetched/,
    response: 'refused',
    isRareVariant: true,
  },
  {
    title: 'is an HTML page with status 200',
    name: 'html',
    kind: 'network',
    message: /could not be fetched/,
    response: { contentType: 'text/html', body: '<!doctype html><title>Not here</title>' },
    isRareVariant: true,
  },
  {
    title: 'differs from the published file',
    name: 'forged',
    kind: 'integrity',
    message: /differ from the published ones/,
    response: { contentType: 'text/javascript', body: 'globalThis.didForgedCodeRun = true' },
  },
  {
    title: 'throws during startup',
    name: 'throws',
    kind: 'evaluation',
    message: /while this part was starting/,
    remote: { setupCode: `if (globalThis.isBroken) throw new TypeError("Cannot read properties of undefined (reading 'x')")` },
  },
  {
    title: 'defines no container',
    name: 'empty',
    kind: 'evaluation',
    message: /while this part was starting/,
    remote: { containerCondition: '!globalThis.isBroken' },
    isRareVariant: true,
  },
];
const ENTRY_FAULTS = ALL_ENTRY_FAULTS.filter(({ isRareVariant }) => process.env.LONG || !isRareVariant);

// All faults share one tab, because most of the time is spent on the first load of the console.
test('a broken entry shows an error on its page only and recovers on Retry', async ({ page, allowPageErrors }) => {
  test.setTimeout(120_000);
  allowPageErrors(/Uncaught: Cannot read properties of undefined/);
  const deployment = await FakeDeployment.install(page);
  const restoreFilesByRemote = new Map<string, () => Promise<void>>();
  for (const { name, response, remote } of ENTRY_FAULTS) {
    deployment.publish(createFakeRemote({ name, ...remote }));
    if (response)
      restoreFilesByRemote.set(
        name,
        await deployment.respondToFiles(new RegExp(`/remotes/${name}/1\\.0\\.0/entry\\.js`), response),
      );
  }
  await openSignedIn(page);
  for (const { title, name, kind, message } of ENTRY_FAULTS) {
    await test.step(`the entry ${title}`, async () => {
      const label = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      await page.evaluate(() => Object.assign(globalThis, { isBroken: true }));
      await navigateTo(page, label);
      const alert = page.getByRole('main').getByRole('alert');
      await expect(alert).toContainText(`${PROBE_TITLE} could not be loaded.`);
      await expect(alert).toContainText(message);
      await expectNoJargon(alert);
      await expectFaultReported(page, { remote: name, version: '1.0.0', kind, part: './page#ProbePage' });
      expect(await page.evaluate(() => 'didForgedCodeRun' in globalThis)).toBe(false);

      await expectRemoteWorks(page, 'training');
      await navigateTo(page, label);
      await alert.getByRole('button', { name: 'Retry' }).click();
      await expect(alert.getByRole('button', { name: 'Retry' })).toBeVisible();

      await restoreFilesByRemote.get(name)?.();
      await page.evaluate(() => Object.assign(globalThis, { isBroken: false }));
      await alert.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByText('The probe works')).toBeVisible();
    });
  }
  await expectNotReloaded(page);
});

/** Opens the page of a remote whose entry hangs, with a fake clock. Returns a function that releases the entry. */
async function openHangingRemote(page: Page): Promise<() => Promise<void>> {
  await page.clock.install();
  const deployment = await FakeDeployment.install(page);
  deployment.publish(createFakeRemote());
  const restoreFiles = await deployment.respondToFiles(PROBE_ENTRY_URL, 'never');
  await openSignedIn(page);
  await navigateTo(page, 'Probe');
  return restoreFiles;
}

test('Retry recovers a hanging entry, which otherwise times out after 120 s', async ({ page }) => {
  const restoreFiles = await openHangingRemote(page);
  const main = page.getByRole('main');
  await expect(main.getByLabel('Loading Probe')).toBeVisible();
  await page.clock.fastForward(7500);
  await expect(main.getByRole('status')).toHaveCount(0);
  await page.clock.fastForward(1000);
  const slowNotice = main.getByRole('status');
  await expect(slowNotice).toContainText(`Still loading ${PROBE_TITLE}`);
  await expectNoJargon(slowNotice);
  await expect(slowNotice.getByRole('button', { name: 'Retry' })).toBeVisible();
  await expectRemoteWorks(page, 'training');

  await navigateTo(page, 'Probe');
  await page.clock.fastForward(121_000);
  const alert = main.getByRole('alert');
  await expect(alert).toContainText('The server did not respond in time.');
  await expectNoJargon(alert);
  await expectFaultReported(page, { remote: 'probe', version: '1.0.0', kind: 'timeout' });
  await restoreFiles();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('The probe works')).toBeVisible();
  await expectNotReloaded(page);
});

test('Retry requests a hanging entry again before it times out', LONG_RUN, async ({ page }) => {
  const restoreFiles = await openHangingRemote(page);
  await expect(page.getByLabel('Loading Probe')).toBeVisible();
  await page.clock.fastForward(8500);
  const retryButton = page.getByRole('main').getByRole('button', { name: 'Retry' });
  await expect(retryButton).toBeVisible();
  await restoreFiles();
  await retryButton.click();
  await expect(page.getByText('The probe works')).toBeVisible();
  await expectNotReloaded(page);
});

test('Retry loads the previous version after a rollback, without a reload', LONG_RUN, async ({ page }) => {
  const deployment = await FakeDeployment.install(page);
  const previousRemote = createFakeRemote({ version: '1.0.0' });
  const brokenRemote = createFakeRemote({ version: '1.1.0' });
  deployment.publish(brokenRemote, previousRemote);
  await deployment.respondToFiles(/\/remotes\/probe\/1\.1\.0\//, { status: 404, body: 'not found' });
  await openSignedIn(page);
  await navigateTo(page, 'Probe');
  const retryButton = page.getByRole('main').getByRole('button', { name: 'Retry' });
  await expect(retryButton).toBeVisible();
  deployment.publish(previousRemote);
  await retryButton.click();
  await expect(page.getByText('The probe works')).toBeVisible();
  await expectFaultReported(page, { remote: 'probe', version: '1.1.0', kind: 'network' });
  await expectNotReloaded(page);
});

test('the error and Retry are accessible by keyboard and screen reader', async ({ page }) => {
  const deployment = await FakeDeployment.install(page);
  deployment.publish(createFakeRemote());
  const restoreFiles = await deployment.respondToFiles(PROBE_ENTRY_URL, { status: 404, body: 'not found' });
  await openSignedIn(page, '/probe');
  const main = page.getByRole('main');
  const retryButton = main.getByRole('alert').getByRole('button', { name: 'Retry' });
  await retryButton.focus();
  await page.keyboard.press('Enter');
  await expect(retryButton).toBeVisible();
  await expect(retryButton).not.toBeFocused();
  await expect(page.getByText('Trying again')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(main.getByRole('button', { name: 'Copy for support' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(retryButton).toBeFocused();
  await restoreFiles();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The probe works')).toBeVisible();
  await expect(main.locator(':focus')).toHaveCount(1);
});
