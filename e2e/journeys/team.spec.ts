import type { Page } from '@playwright/test';
import { demo } from '../support/accounts';
import { Api } from '../support/api';
import { openSignedIn } from '../support/console';
import { ImageScreen } from '../support/image-screen';
import { createImage } from '../support/images';
import { runAdminCommand } from '../support/run-admin-command';
import { expect, LONG_RUN, test } from '../support/test';
import { WriteBlocker } from '../support/write-blocker';

const annotator = { email: 'invited@team.test', name: 'Invited annotator', password: 'first-password' };

test.afterEach(() => runAdminCommand(process.env.CONSOLE_DATA_DIR ?? '', 'forget-user', annotator.email).catch(() => undefined));

/** Invites an annotator on the members page. Returns the invitation link. */
async function invite(page: Page): Promise<string> {
  await openSignedIn(page, '/settings?tab=members');
  await page.getByRole('button', { name: 'Invite member' }).click();
  await expect(page.getByRole('combobox', { name: 'Role' }).last()).toHaveValue('annotator');
  await page.getByRole('button', { name: 'Create invitation' }).click();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  return link;
}

/** Accepts the invitation with a new account. */
async function accept(annotatorPage: Page, link: string): Promise<void> {
  await annotatorPage.goto(link);
  await expect(annotatorPage.getByText('demo@console.test invites you to the workspace Demo as annotator.')).toBeVisible();
  await annotatorPage.getByLabel('Email').fill(annotator.email);
  await annotatorPage.getByLabel('Name').fill(annotator.name);
  await annotatorPage.getByLabel('New password').fill(annotator.password);
  await annotatorPage.getByRole('button', { name: 'Create account and accept' }).click();
  await expect(annotatorPage.getByRole('combobox', { name: 'Workspace' })).toHaveValue('Demo');
}

test('an invited annotator accepts and cannot manage the workspace', async ({ page, browser }) => {
  const link = await invite(page);
  const context = await browser.newContext();
  const annotatorPage = await context.newPage();
  await accept(annotatorPage, link);
  await annotatorPage.goto('/manage');
  await expect(annotatorPage.getByText(/^Your role in the workspace Demo is annotator/)).toBeVisible();
  await context.close();
});

test('an annotator works until a lead removes them, and keeps unsent changes', LONG_RUN, async ({ page, browser }) => {
  test.setTimeout(180_000);
  const api = await Api.signIn(process.env.CONSOLE_URL ?? '', demo);
  const workspace = await api.findWorkspaceId('Demo');
  const imageId = await api.uploadImage(workspace, (await createImage('team', { width: 800, height: 500 })).buffer);
  const context = await browser.newContext({ viewport: { width: 1366, height: 850 } });
  const annotatorPage = await context.newPage();
  try {
    await accept(annotatorPage, await invite(page));
    await annotatorPage.goto(`/image/${imageId}`);
    const screen = new ImageScreen(annotatorPage);
    await screen.canvas.expectVisible();
    await screen.drawBox(0.3);
    await expect(screen.saveState).toHaveText('Saved');
    await expect(annotatorPage.getByRole('button', { name: 'Delete image' })).toHaveCount(0);

    // The next change waits in the browser while the lead removes the annotator.
    const writes = await WriteBlocker.install(context);
    writes.block();
    await annotatorPage.getByRole('button', { name: 'TRAIN/TEST' }).click();
    await expect(screen.saveState).toContainText(/waiting/);
    await page.reload();
    const row = page.getByRole('row', { name: new RegExp(annotator.name) });
    await row.getByRole('button', { name: 'Remove member' }).click();
    const confirmation = page.getByRole('alertdialog');
    await confirmation.getByRole('button', { name: 'Remove member' }).click();
    // The open dialog hides the page from role queries, so the row counts as missing until the dialog closes.
    await expect(confirmation).toHaveCount(0);
    await expect(row).toHaveCount(0);

    writes.unblock();
    // Repeat the event: an attempt that was still blocked waits for the next `online` event.
    await expect(async () => {
      await annotatorPage.evaluate(() => window.dispatchEvent(new Event('online')));
      await expect(annotatorPage.getByText(/^You are no longer a member of the workspace Demo/)).toBeVisible({ timeout: 2000 });
    }).toPass();
    await expect(annotatorPage.getByText(/^Your unsent changes stay in this browser/)).toBeVisible();
    expect(await api.requestOk('GET', `/recognition/v2/training-image/${imageId}`)).toMatchObject({ test_image: false });
    expect(await api.listObjects(imageId)).toHaveLength(1);
  } finally {
    await context.close();
    await api.requestOk('DELETE', `/recognition/v2/training-image/${imageId}`);
  }
});
