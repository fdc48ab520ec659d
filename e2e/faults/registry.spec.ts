import type { Page } from '@playwright/test';
import type { FaultReport } from '@console/shared-contract/federation';
import {
  expectNotReloaded,
  expectNoJargon,
  expectFaultReported,
  expectRemoteWorks,
  getFaults,
  navigateTo,
  navigation,
  openSignedIn,
} from '../support/console';
import { type FakeResponse, FakeDeployment } from '../support/fake-deployment';
import { createFakeRemote } from '../support/fake-remote';
import { expect, LONG_RUN, test } from '../support/test';

interface RegistryFault {
  /** Completes the test title `a registry that ...`. */
  title: string;
  kind: FaultReport['kind'];
  response: FakeResponse;
  /** Whether only the long run tests the fault. `load-registry.test.ts` tests that the host treats all faults alike. */
  isRareVariant?: boolean;
}

const REGISTRY_FAULTS: RegistryFault[] = [
  { title: 'responds with status 500', kind: 'network', response: { status: 500, body: 'down' } },
  { title: 'is missing', kind: 'network', response: { status: 404, body: 'not found' }, isRareVariant: true },
  { title: 'never responds', kind: 'timeout', response: 'never', isRareVariant: true },
  {
    title: 'is not JSON',
    kind: 'manifest',
    response: { contentType: 'application/json', body: '{"schema": 1,' },
    isRareVariant: true,
  },
  {
    title: 'has the wrong JSON structure',
    kind: 'manifest',
    response: { contentType: 'application/json', body: '[{"remotes":"all"}]' },
    isRareVariant: true,
  },
];

/** Advances the clock past the host's registry timeout until the page reports the fault. The host may start the timeout late. */
async function waitForFault(page: Page, { kind, response }: RegistryFault): Promise<void> {
  const fault = { remote: '', version: '', kind, part: 'registry' };
  if (response !== 'never') return expectFaultReported(page, fault);
  await expect(async () => {
    await page.clock.fastForward(15_000);
    expect(await getFaults(page)).toContainEqual(expect.objectContaining(fault));
  }).toPass();
}

for (const fault of REGISTRY_FAULTS) {
  const testOptions = fault.isRareVariant ? LONG_RUN : {};
  test(`a registry that ${fault.title} shows an error on a first visit, and Retry recovers`, testOptions, async ({ page }) => {
    await page.clock.install();
    const deployment = await FakeDeployment.install(page);
    deployment.respondToRegistry(fault.response);
    await openSignedIn(page);
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeAttached();
    await expect(page.getByRole('region', { name: 'API token' })).toBeVisible();
    await waitForFault(page, fault);
    const alert = page.getByRole('main').getByRole('alert');
    await expectNoJargon(alert);
    await expect(navigation(page).getByRole('link', { name: 'Dashboard' })).toBeVisible();

    deployment.respondToRegistry('fromServer');
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expectRemoteWorks(page, 'training');
    await expectNotReloaded(page);
  });

  test(`a registry that ${fault.title} is replaced by the stored copy on a later visit`, LONG_RUN, async ({ page }) => {
    await page.clock.install();
    const deployment = await FakeDeployment.install(page);
    await openSignedIn(page);
    await expect(navigation(page).getByRole('link', { name: 'Images' })).toBeVisible();
    deployment.respondToRegistry(fault.response);
    await page.reload();
    await waitForFault(page, fault);
    await expectRemoteWorks(page, 'catalogue');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
}

test('a corrupt stored registry is ignored, and the console recovers with the registry', LONG_RUN, async ({ page }) => {
  const deployment = await FakeDeployment.install(page);
  await openSignedIn(page);
  // Wait until the browser has stored the valid registry. Otherwise it could later overwrite the corrupt copy of this test.
  await expect(navigation(page).getByRole('link', { name: 'Images' })).toBeVisible();
  for (const storedText of [
    '{{{',
    '{"schema":1,"revision":"x","remotes":[1]}',
    '{"schema":1,"revision":1,"remotes":{"annotate":null}}',
  ]) {
    await page.evaluate((text) => localStorage.setItem('console.registry', text), storedText);
    deployment.respondToRegistry({ status: 500, body: 'down' });
    await page.reload();
    await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'API token' })).toBeVisible();
  }
  deployment.respondToRegistry('fromServer');
  await page.reload();
  await expectRemoteWorks(page, 'training');
  expect(await getFaults(page)).toEqual([]);
});

test('an unreadable manifest hides only its own pages until Retry', LONG_RUN, async ({ page }) => {
  const deployment = await FakeDeployment.install(page);
  deployment.changeRegistry(({ remotes }) => {
    for (const release of Object.values(remotes.similarity?.versions ?? {})) Object.assign(release.manifest, { routes: 'none' });
  });
  await openSignedIn(page);
  const banner = page.getByRole('group').filter({ hasText: "couldn't be loaded" });
  await expectNoJargon(banner);
  await expect(navigation(page).getByRole('link', { name: 'Detection' })).toBeVisible();
  await expect(navigation(page).getByRole('link', { name: 'Similarity' })).toHaveCount(0);
  await expectFaultReported(page, { remote: 'similarity', kind: 'manifest', part: 'registry' });
  await expectRemoteWorks(page, 'training');

  await page.goto('/groups');
  await page.evaluate(() => (window.wasNotReloaded = true));
  await expectNoJargon(page.getByRole('main'));
  await expect(page.getByText("This page doesn't exist. Check the URL.")).toHaveCount(0);
  deployment.resetRegistryChanges();
  await page.getByRole('button', { name: 'Retry' }).first().click();
  await expect(page.getByRole('table', { name: 'Groups' }).getByRole('row').nth(1)).toBeVisible();
  await expect(banner).toHaveCount(0);
  await expectNotReloaded(page);
});

test('an unreadable manifest is replaced by the stored copy', LONG_RUN, async ({ page }) => {
  const deployment = await FakeDeployment.install(page);
  await openSignedIn(page);
  await expectRemoteWorks(page, 'similarity');
  deployment.changeRegistry(({ remotes }) => Object.assign(remotes, { similarity: { active: '9.9.9', versions: {} } }));
  await page.reload();
  await expectRemoteWorks(page, 'similarity');
  await expectFaultReported(page, { remote: 'similarity', version: '9.9.9', kind: 'manifest', part: 'registry' });
});

test('an unreadable manifest is replaced by the previous version', LONG_RUN, async ({ page }) => {
  const deployment = await FakeDeployment.install(page);
  const brokenRemote = createFakeRemote({ version: '1.1.0' });
  Object.assign(brokenRemote.release, { integrity: 'none' });
  deployment.publish(brokenRemote, createFakeRemote());
  await openSignedIn(page);
  await navigateTo(page, 'Probe');
  await expect(page.getByText('The probe works')).toBeVisible();
  await expectFaultReported(page, { remote: 'probe', version: '1.1.0', kind: 'manifest', part: 'registry' });
});
