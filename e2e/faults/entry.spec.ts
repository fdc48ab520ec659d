import type { FaultReport } from '@console/shared-contract/federation';
import type { Page } from '@playwright/test';
import { type Answer, Deployment } from '../support/deployment';
import { expectNotReloaded, expectPlainWords, expectReported, expectWorks, goTo, openSignedIn } from '../support/console';
import { fakeRemote, type FakeRemoteOptions, PROBE_TITLE } from '../support/fake-remote';
import { expect, test } from '../support/test';

const ENTRY = /\/remotes\/probe\/1\.0\.0\/entry\.js/;

interface Case {
  fault: string;
  name: string;
  kind: FaultReport['kind'];
  words: RegExp;
  /** Network fault. Recovers when the files are available again. */
  answer?: Answer;
  /** Code that fails while `globalThis.isBroken` is set. The same bytes work afterwards. */
  remote?: FakeRemoteOptions;
}

const cases: Case[] = [
  {
    fault: 'is not found (404)',
    name: 'absent',
    kind: 'network',
    words: /could not be fetched/,
    answer: { status: 404, body: 'not found' },
  },
  {
    fault: 'fails on the server (500)',
    name: 'down',
    kind: 'network',
    words: /could not be fetched/,
    answer: { status: 500, body: 'down' },
  },
  { fault: 'is refused by the network', name: 'refused', kind: 'network', words: /could not be fetched/, answer: 'refused' },
  {
    fault: 'is a page of HTML answered with 200',
    name: 'html',
    kind: 'network',
    words: /could not be fetched/,
    answer: { contentType: 'text/html', body: '<!doctype html><title>Not here</title>' },
  },
  {
    fault: 'is not the bytes that were published',
    name: 'forged',
    kind: 'integrity',
    words: /differ from the published ones/,
    answer: { contentType: 'text/javascript', body: 'globalThis.intruder = true' },
  },
  {
    fault: 'throws while it starts',
    name: 'throws',
    kind: 'evaluation',
    words: /while this part was starting/,
    remote: { before: `if (globalThis.isBroken) throw new TypeError("Cannot read properties of undefined (reading 'x')")` },
  },
  {
    fault: 'leaves no container',
    name: 'hollow',
    kind: 'evaluation',
    words: /while this part was starting/,
    remote: { containerIf: '!globalThis.isBroken' },
  },
];

// All faults share one tab, because most of the time is spent on the first load of the console.
test('a broken entry shows an error on its page only and recovers on Retry', async ({ page, provokes }) => {
  test.setTimeout(120_000);
  provokes(/Uncaught: Cannot read properties of undefined/);
  const deployment = await Deployment.of(page);
  const heals = new Map<string, () => Promise<void>>();
  for (const { name, answer, remote } of cases) {
    deployment.publish(fakeRemote({ name, ...remote }));
    if (answer) heals.set(name, await deployment.files(new RegExp(`/remotes/${name}/1\\.0\\.0/entry\\.js`), answer));
  }
  await openSignedIn(page);
  for (const { fault, name, kind, words } of cases) {
    await test.step(`it ${fault}`, async () => {
      const label = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      await page.evaluate(() => Object.assign(globalThis, { isBroken: true }));
      await goTo(page, label);
      const alert = page.getByRole('main').getByRole('alert');
      await expect(alert).toContainText(`${PROBE_TITLE} could not be loaded.`);
      await expect(alert).toContainText(words);
      await expectPlainWords(alert);
      await expectReported(page, { remote: name, version: '1.0.0', kind, part: './page#ProbePage' });
      expect(await page.evaluate(() => 'intruder' in globalThis)).toBe(false);

      await expectWorks(page, 'training');
      await goTo(page, label);
      await alert.getByRole('button', { name: 'Retry' }).click();
      await expect(alert.getByRole('button', { name: 'Retry' })).toBeVisible();

      await heals.get(name)?.();
      await page.evaluate(() => Object.assign(globalThis, { isBroken: false }));
      await alert.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByText('The probe works')).toBeVisible();
    });
  }
  await expectNotReloaded(page);
});

/** Opens the page of a remote whose entry hangs, with a fake clock. Returns a function that releases the entry. */
async function openStalled(page: Page): Promise<() => Promise<void>> {
  await page.clock.install();
  const deployment = await Deployment.of(page);
  deployment.publish(fakeRemote());
  const heal = await deployment.files(ENTRY, 'never');
  await openSignedIn(page);
  await goTo(page, 'Probe');
  return heal;
}

test('a hanging entry shows Retry after 8 s, times out after 120 s and recovers on Retry', async ({ page }) => {
  const heal = await openStalled(page);
  const main = page.getByRole('main');
  await expect(main.getByLabel('Loading Probe')).toBeVisible();
  await page.clock.fastForward(7500);
  await expect(main.getByRole('status')).toHaveCount(0);
  await page.clock.fastForward(1000);
  const slow = main.getByRole('status');
  await expect(slow).toContainText(`Still loading ${PROBE_TITLE}`);
  await expectPlainWords(slow);
  await expect(slow.getByRole('button', { name: 'Retry' })).toBeVisible();
  await expectWorks(page, 'training');

  await goTo(page, 'Probe');
  await page.clock.fastForward(121_000);
  const alert = main.getByRole('alert');
  await expect(alert).toContainText('The server did not respond in time.');
  await expectPlainWords(alert);
  await expectReported(page, { remote: 'probe', version: '1.0.0', kind: 'timeout' });
  await heal();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('The probe works')).toBeVisible();
  await expectNotReloaded(page);
});

test('Retry requests a hanging entry again before it times out', async ({ page }) => {
  const heal = await openStalled(page);
  await expect(page.getByLabel('Loading Probe')).toBeVisible();
  await page.clock.fastForward(8500);
  const retry = page.getByRole('main').getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await heal();
  await retry.click();
  await expect(page.getByText('The probe works')).toBeVisible();
  await expectNotReloaded(page);
});

test('Retry loads the previous version after a rollback, without a reload', async ({ page }) => {
  const deployment = await Deployment.of(page);
  const previous = fakeRemote({ version: '1.0.0' });
  const broken = fakeRemote({ version: '1.1.0' });
  deployment.publish(broken, previous);
  await deployment.files(/\/remotes\/probe\/1\.1\.0\//, { status: 404, body: 'gone' });
  await openSignedIn(page);
  await goTo(page, 'Probe');
  const retry = page.getByRole('main').getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  deployment.publish(previous);
  await retry.click();
  await expect(page.getByText('The probe works')).toBeVisible();
  await expectReported(page, { remote: 'probe', version: '1.1.0', kind: 'network' });
  await expectNotReloaded(page);
});

test('the error and Retry are accessible by keyboard and screen reader', async ({ page }) => {
  const deployment = await Deployment.of(page);
  deployment.publish(fakeRemote());
  const heal = await deployment.files(ENTRY, { status: 404, body: 'not found' });
  await openSignedIn(page, '/probe');
  const main = page.getByRole('main');
  const retry = main.getByRole('alert').getByRole('button', { name: 'Retry' });
  await retry.focus();
  await page.keyboard.press('Enter');
  await expect(retry).toBeVisible();
  await expect(retry).not.toBeFocused();
  await expect(page.getByText('Trying again')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(retry).toBeFocused();
  await heal();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The probe works')).toBeVisible();
  await expect(main.locator(':focus')).toHaveCount(1);
});
