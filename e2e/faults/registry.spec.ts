import type { Page } from '@playwright/test';
import type { FaultReport } from '@console/shared-contract/federation';
import {
  expectNotReloaded,
  expectPlainWords,
  expectReported,
  expectWorks,
  faults,
  goTo,
  navigation,
  openSignedIn,
} from '../support/console';
import { type Answer, Deployment } from '../support/deployment';
import { fakeRemote } from '../support/fake-remote';
import { expect, LONG_RUN, test } from '../support/test';

interface Case {
  fault: string;
  kind: FaultReport['kind'];
  answer: Answer;
  /** Another cause of the same fault, tested in the long run only. */
  isVariant?: boolean;
}

const cases: Case[] = [
  { fault: 'answers 500', kind: 'network', answer: { status: 500, body: 'down' } },
  { fault: 'is absent', kind: 'network', answer: { status: 404, body: 'not found' }, isVariant: true },
  { fault: 'never answers', kind: 'timeout', answer: 'never' },
  { fault: 'is not JSON', kind: 'manifest', answer: { contentType: 'application/json', body: '{"schema": 1,' } },
  {
    fault: 'is JSON of another shape',
    kind: 'manifest',
    answer: { contentType: 'application/json', body: '[{"remotes":"all"}]' },
    isVariant: true,
  },
];

/** Advances the clock past the host's registry timeout. */
async function waitFor(page: Page, { answer }: Case): Promise<void> {
  if (answer === 'never') await page.clock.fastForward(15_000);
}

for (const each of cases) {
  const details = each.isVariant ? LONG_RUN : {};
  test(
    `a registry that ${each.fault}, on a first visit: the shell stands and says so, Retry heals`,
    details,
    async ({ page }) => {
      await page.clock.install();
      const deployment = await Deployment.of(page);
      deployment.registry(each.answer);
      await openSignedIn(page);
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeAttached();
      await expect(page.getByRole('region', { name: 'API token' })).toBeVisible();
      await waitFor(page, each);
      const alert = page.getByRole('main').getByRole('alert');
      await expectPlainWords(alert);
      await expectReported(page, { remote: '', version: '', kind: each.kind, part: 'registry' });
      await expect(navigation(page).getByRole('link', { name: 'Dashboard' })).toBeVisible();

      deployment.registry('asIs');
      await alert.getByRole('button', { name: 'Retry' }).click();
      await expectWorks(page, 'training');
      await expectNotReloaded(page);
    },
  );

  test(
    `a registry that ${each.fault}, on a later visit: the last good one serves, and it is reported`,
    details,
    async ({ page }) => {
      await page.clock.install();
      const deployment = await Deployment.of(page);
      await openSignedIn(page);
      await expect(navigation(page).getByRole('link', { name: 'Images' })).toBeVisible();
      deployment.registry(each.answer);
      await page.reload();
      await waitFor(page, each);
      await expectWorks(page, 'catalogue');
      await expectReported(page, { remote: '', version: '', kind: each.kind, part: 'registry' });
      await expect(page.getByRole('alert')).toHaveCount(0);
    },
  );
}

test('a corrupt stored registry does no harm, with or without the registry', async ({ page }) => {
  const deployment = await Deployment.of(page);
  await openSignedIn(page);
  // The valid registry is stored by then, so reset the stored copy before each case.
  await expect(navigation(page).getByRole('link', { name: 'Images' })).toBeVisible();
  for (const kept of [
    '{{{',
    '{"schema":1,"revision":"x","remotes":[1]}',
    '{"schema":1,"revision":1,"remotes":{"annotate":null}}',
  ]) {
    await page.evaluate((text) => localStorage.setItem('console.registry', text), kept);
    deployment.registry({ status: 500, body: 'down' });
    await page.reload();
    await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'API token' })).toBeVisible();
  }
  deployment.registry('asIs');
  await page.reload();
  await expectWorks(page, 'training');
  expect(await faults(page)).toEqual([]);
});

test('an unreadable manifest hides only its own pages until Retry', async ({ page }) => {
  const deployment = await Deployment.of(page);
  deployment.change(({ remotes }) => {
    for (const release of Object.values(remotes.similarity?.versions ?? {})) Object.assign(release.manifest, { routes: 'none' });
  });
  await openSignedIn(page);
  const banner = page.getByRole('group').filter({ hasText: "couldn't be loaded" });
  await expectPlainWords(banner);
  await expect(navigation(page).getByRole('link', { name: 'Detection' })).toBeVisible();
  await expect(navigation(page).getByRole('link', { name: 'Similarity' })).toHaveCount(0);
  await expectReported(page, { remote: 'similarity', kind: 'manifest', part: 'registry' });
  for (const remote of ['annotate', 'training', 'catalogue'] as const) await expectWorks(page, remote);

  await page.goto('/groups');
  await page.evaluate(() => (window.sameDocument = true));
  await expectPlainWords(page.getByRole('main'));
  await expect(page.getByText("This page doesn't exist. Check the URL.")).toHaveCount(0);
  deployment.unchange();
  await page.getByRole('button', { name: 'Retry' }).first().click();
  await expect(page.getByRole('table', { name: 'Groups' }).getByRole('row').nth(1)).toBeVisible();
  await expect(banner).toHaveCount(0);
  await expectNotReloaded(page);
});

test('an unreadable manifest is replaced by the stored copy', async ({ page }) => {
  const deployment = await Deployment.of(page);
  await openSignedIn(page);
  await expectWorks(page, 'similarity');
  deployment.change(({ remotes }) => Object.assign(remotes, { similarity: { active: '9.9.9', versions: {} } }));
  await page.reload();
  await expectWorks(page, 'similarity');
  await expectReported(page, { remote: 'similarity', version: '9.9.9', kind: 'manifest', part: 'registry' });
});

test('an unreadable manifest is replaced by the previous version', async ({ page }) => {
  const deployment = await Deployment.of(page);
  const broken = fakeRemote({ version: '1.1.0' });
  Object.assign(broken.release, { integrity: 'none' });
  deployment.publish(broken, fakeRemote());
  await openSignedIn(page);
  await goTo(page, 'Probe');
  await expect(page.getByText('The probe works')).toBeVisible();
  await expectReported(page, { remote: 'probe', version: '1.1.0', kind: 'manifest', part: 'registry' });
});
