import type { Page } from '@playwright/test';
import { expectNotReloaded, expectNoJargon, expectFaultReported, navigateTo, openSignedIn } from '../support/console';
import { FakeDeployment } from '../support/fake-deployment';
import { createFakeRemote } from '../support/fake-remote';
import { expect, LONG_RUN, test } from '../support/test';

const WIDGET_TITLE = 'The image browser';
const findWidgetAlert = (page: Page) => page.getByRole('main').getByRole('alert');

/** Selects an image job. The page then embeds the image browser, a widget of another remote. */
async function openImageJob(page: Page): Promise<void> {
  await navigateTo(page, 'Jobs');
  const jobs = page.getByRole('table', { name: 'Jobs' });
  await jobs.getByRole('row').filter({ hasText: 'Image' }).first().getByRole('cell').first().click();
  await expect(page).toHaveURL(/[?&]job=/);
}

/** Expects that the table and dialogs of the surrounding page work. */
async function expectJobsWork(page: Page): Promise<void> {
  await expect(page.getByRole('table', { name: 'Jobs' }).getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('button', { name: 'New job' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
  // Repeat Escape: if a tooltip is about to appear, the first Escape closes only the tooltip.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 1000 });
  }).toPass();
}

test('a widget of an unavailable remote shows an error in place and recovers on Retry', async ({ page }) => {
  const deployment = await FakeDeployment.install(page);
  const restoreFiles = await deployment.respondToFiles(/\/remotes\/annotate\//, { status: 404, body: 'not found' });
  await openSignedIn(page);
  await openImageJob(page);
  const alert = findWidgetAlert(page);
  await expect(alert).toContainText(`${WIDGET_TITLE} could not be loaded. The files could not be fetched.`);
  await expectNoJargon(alert);
  await expectFaultReported(page, { remote: 'annotate', kind: 'network', part: 'image-browser' });
  await expectJobsWork(page);
  await restoreFiles();
  await alert.getByRole('button', { name: 'Retry' }).press('Enter');
  await expect(page.getByText(`Trying again: ${WIDGET_TITLE}`)).toBeFocused();
  await expect(alert).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('img').first()).toBeVisible();
  await expectNotReloaded(page);
});

test('an incompatible widget shows an error in place', LONG_RUN, async ({ page }) => {
  const deployment = await FakeDeployment.install(page);
  deployment.changeRegistry(({ remotes }) => {
    for (const { manifest } of Object.values(remotes.annotate?.versions ?? {}))
      for (const widget of manifest.widgets) widget.version = '2.0.0';
  });
  await openSignedIn(page);
  await openImageJob(page);
  const alert = findWidgetAlert(page);
  await expect(alert).toContainText('is not compatible');
  await expectNoJargon(alert);
  await expectFaultReported(page, { remote: 'annotate', kind: 'contract', part: 'image-browser' });
  await expectJobsWork(page);
});

test('a missing widget and a widget that throws each show an error in place', LONG_RUN, async ({ page }) => {
  const deployment = await FakeDeployment.install(page);
  deployment.changeRegistry(({ remotes }) => {
    for (const { manifest } of Object.values(remotes.annotate?.versions ?? {})) manifest.widgets = [];
  });
  await openSignedIn(page);
  await openImageJob(page);
  const alert = findWidgetAlert(page);
  await expect(alert).toContainText('The current version does not contain this part');
  await expectNoJargon(alert);
  await expectFaultReported(page, { kind: 'missing-export', part: 'image-browser' });

  const widgets = [{ id: 'image-browser', version: '1.0.0', component: './widget#Broken' }];
  deployment.publish(
    createFakeRemote({
      manifest: { routes: [], widgets },
      exposes: { './widget': `{ Broken: () => { throw new Error('broken'); } }` },
    }),
  );
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(alert).toContainText(`${WIDGET_TITLE} stopped working.`);
  await expectNoJargon(alert);
  await expectFaultReported(page, { remote: 'probe', version: '1.0.0', kind: 'render' });
  await expectJobsWork(page);
  await expectNotReloaded(page);
});
