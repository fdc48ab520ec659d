import { expect, type Page } from '@playwright/test';
import { Api } from '../support/api';
import { demo } from '../support/accounts';
import { navigation, remotePages } from '../support/console';
import { type Screenshots, captureElement } from './capture-element';

/** Activated for the first screenshot that needs it, and rolled back afterwards. */
const NEXT = '1.1.0';
const LOOKING_MS = 30_000;

async function showPage(page: Page): Promise<void> {
  await page.goto('/groups');
  await remotePages.similarity.content(page).first().waitFor();
}

export const remoteTeamScreenshots: Screenshots = {
  async 'remote-team-sidebar'(page) {
    await showPage(page);
    await expect(navigation(page).getByRole('link', { name: 'Product Sets' })).toBeVisible();
    return page.screenshot({ animations: 'disabled', clip: { x: 0, y: 0, width: 720, height: 460 } });
  },

  async 'remote-team-offer'(page, build) {
    await showPage(page);
    await build.publishModified('similarity', NEXT);
    await build.runAction('similarity', 'activate', { version: NEXT });
    const offer = page.getByText('A new version is ready');
    // Browsers keep the registry for five seconds.
    await expect(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect(offer).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: LOOKING_MS });
    const strip = await offer.boundingBox();
    await build.runAction('similarity', 'rollback');
    return page.screenshot({ animations: 'disabled', clip: { x: 0, y: 0, width: 1100, height: (strip?.y ?? 0) + 160 } });
  },

  async 'remote-team-override'(page) {
    await page.goto(`/groups?override=similarity@${NEXT}`);
    const reset = page.getByRole('button', { name: 'Reset' });
    await reset.waitFor();
    await remotePages.similarity.content(page).first().waitFor();
    const strip = await reset.boundingBox();
    return page.screenshot({ animations: 'disabled', clip: { x: 0, y: 0, width: 1100, height: (strip?.y ?? 0) + 160 } });
  },

  async 'remote-team-canary'(page, build) {
    const workspace = await (await Api.signIn(build.url, demo)).findWorkspaceId('Demo');
    await build.runAction('similarity', 'canary', { version: NEXT, share: 0, workspaces: [workspace] });
    // Browsers keep the registry for five seconds.
    await expect(async () => {
      await showPage(page);
      await expect(page.getByText('A new version is ready')).toBeHidden();
      expect(await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))).toContainEqual(
        expect.stringContaining(`/similarity/${NEXT}/`),
      );
    }).toPass({ timeout: LOOKING_MS });
    await page.getByRole('button', { name: `Account of ${demo.email}` }).click();
    await page.getByRole('menuitem', { name: 'About' }).click();
    const dialog = page.getByRole('dialog', { name: 'About' });
    await expect(dialog.getByRole('row', { name: NEXT })).toContainText(/canary/i);
    return captureElement(page, dialog, 0);
  },
};
