import { createServer } from 'node:http';
import { expect } from '@playwright/test';
import { openSignedIn } from '../support/console';
import { captureElement, type Screenshots } from './capture-element';

/** Port of the webhook receiver in the guide. */
const RECEIVER_PORT = 9000;
/** Value of the server setting that allows webhooks to this receiver. */
export const RECEIVER_HOST = `127.0.0.1:${RECEIVER_PORT}`;

export const settingsScreenshots: Screenshots = {
  async 'team-members'(page) {
    await page.setViewportSize({ width: 1366, height: 620 });
    await openSignedIn(page, '/settings?tab=members');
    await expect(page.getByRole('row', { name: /annotator@console.test/ })).toBeVisible();
    return page.screenshot({ animations: 'disabled' });
  },

  async 'team-invitation'(page) {
    await openSignedIn(page, '/settings?tab=members');
    await page.getByRole('button', { name: 'Invite member' }).click();
    return captureElement(page, page.getByRole('dialog', { name: 'Invite member' }), 0);
  },

  async 'team-annotator-access'(page) {
    await openSignedIn(page, '/settings');
    await page.getByRole('button', { name: 'Edit settings' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Annotators see').scrollIntoViewIfNeeded();
    return captureElement(page, dialog, 0);
  },

  async 'team-quality'(page) {
    await page.setViewportSize({ width: 1366, height: 480 });
    await openSignedIn(page, '/settings?tab=quality');
    await expect(page.getByRole('group', { name: 'New jobs' })).toBeVisible();
    return page.screenshot({ animations: 'disabled' });
  },

  async 'webhook-form'(page) {
    await openSignedIn(page, '/settings?tab=webhooks');
    await page.getByRole('button', { name: 'New webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create webhook' });
    await dialog.getByLabel('Name').fill('Pipeline');
    await dialog.getByLabel('URL').fill('https://receiver.example/events');
    await dialog.getByLabel('Job completed').check();
    await dialog.getByLabel('Image verified').check();
    return captureElement(page, dialog, 0);
  },

  async 'webhook-deliveries'(page) {
    let isDown = true;
    const receiver = createServer((_, response) => {
      response.writeHead(isDown ? 503 : 204).end();
      isDown = false;
    }).listen(RECEIVER_PORT, '127.0.0.1');
    try {
      await openSignedIn(page, '/settings?tab=webhooks');
      await page.getByRole('button', { name: 'New webhook' }).click();
      const form = page.getByRole('dialog', { name: 'Create webhook' });
      await form.getByLabel('Name').fill('Pipeline');
      await form.getByLabel('URL').fill(`http://${RECEIVER_HOST}/events`);
      await form.getByLabel('Job completed').check();
      await form.getByRole('button', { name: 'Create webhook' }).click();
      await page.getByRole('button', { name: 'Done' }).click();
      for (const state of [/Failed/, /Delivered/]) {
        await page.getByRole('button', { name: 'Send test event' }).click();
        await expect(page.getByRole('row', { name: state })).toBeVisible();
      }
      return await page.screenshot({ animations: 'disabled' });
    } finally {
      receiver.close();
    }
  },
};
