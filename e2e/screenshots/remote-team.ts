import { expect, type Page } from '@playwright/test';
import { Api } from '../support/api';
import { demo } from '../support/accounts';
import { navigation, remotePages } from '../support/console';
import { captureElement, type Screenshots } from './capture-element';

// Takes the screenshots of `docs/remote-team.md`, the guide for teams that build a remote (a micro-frontend of the console).

/**
 * A version of the similarity remote. The screenshot `remote-team-offer` publishes and activates it, and then rolls back to the previous
 * version. The screenshots `remote-team-override` and `remote-team-canary` load the version although it is not active.
 */
const NEXT_VERSION = '1.1.0';
const UPDATE_TIMEOUT_MS = 30_000;

async function openGroupsPage(page: Page): Promise<void> {
  await page.goto('/groups');
  await remotePages.similarity.content(page).first().waitFor();
}

export const remoteTeamScreenshots: Screenshots = {
  async 'remote-team-sidebar'(page) {
    await openGroupsPage(page);
    await expect(navigation(page).getByRole('link', { name: 'Product Sets' })).toBeVisible();
    return page.screenshot({ animations: 'disabled', clip: { x: 0, y: 0, width: 720, height: 460 } });
  },

  async 'remote-team-offer'(page, build) {
    await openGroupsPage(page);
    await build.publishModified('similarity', NEXT_VERSION);
    await build.runAction('similarity', 'activate', { version: NEXT_VERSION });
    const updateNotice = page.getByText('A new version is ready');
    // Browsers cache the registry for five seconds.
    await expect(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect(updateNotice).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: UPDATE_TIMEOUT_MS });
    const bannerBox = await updateNotice.boundingBox();
    await build.runAction('similarity', 'rollback');
    return page.screenshot({ animations: 'disabled', clip: { x: 0, y: 0, width: 1100, height: (bannerBox?.y ?? 0) + 160 } });
  },

  async 'remote-team-override'(page) {
    await page.goto(`/groups?override=similarity@${NEXT_VERSION}`);
    const resetButton = page.getByRole('button', { name: 'Reset' });
    await resetButton.waitFor();
    await remotePages.similarity.content(page).first().waitFor();
    const bannerBox = await resetButton.boundingBox();
    return page.screenshot({ animations: 'disabled', clip: { x: 0, y: 0, width: 1100, height: (bannerBox?.y ?? 0) + 160 } });
  },

  async 'remote-team-canary'(page, build) {
    const workspace = await (await Api.signIn(build.url, demo)).findWorkspaceId('Demo');
    await build.runAction('similarity', 'canary', { version: NEXT_VERSION, share: 0, workspaces: [workspace] });
    // Browsers cache the registry for five seconds.
    await expect(async () => {
      await openGroupsPage(page);
      await expect(page.getByText('A new version is ready')).toBeHidden();
      expect(await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))).toContainEqual(
        expect.stringContaining(`/similarity/${NEXT_VERSION}/`),
      );
    }).toPass({ timeout: UPDATE_TIMEOUT_MS });
    await page.getByRole('button', { name: `Account of ${demo.email}` }).click();
    await page.getByRole('menuitem', { name: 'About' }).click();
    const dialog = page.getByRole('dialog', { name: 'About' });
    await expect(dialog.getByRole('row', { name: NEXT_VERSION })).toContainText(/canary/i);
    return captureElement(page, dialog, 0);
  },
};
