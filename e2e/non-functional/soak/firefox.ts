// `npm run soak -- firefox [--firefox /usr/bin/firefox-esr]`: runs one user journey for each remote in the installed Firefox (over
// WebDriver BiDi), and the same journeys in Chromium.
import { parseArgs } from 'node:util';
import { chromium, expect, firefox, type Browser, type Page } from '@playwright/test';
import { ignoreClosedOutput } from '../../../server/src/operations/cli/closed-pipe.mjs';
import { demo } from '../../support/accounts';
import { Api } from '../../support/api';
import { getFaults, navigateTo, openSignedIn, remoteNames, remotePages, type RemoteName } from '../../support/console';
import { ConsoleServer } from '../../support/console-server';
import { ImageScreen } from '../../support/image-screen';
import { createImage } from '../../support/images';
import { print } from '../support/output';

const TIMEOUT_MS = 60_000;
const ROW_NAME = 'Firefox journey';

/**
 * SHA-256 and SHA-384 of empty content. When the user leaves the page, Firefox cancels loading scripts, and logs an integrity error
 * with this hash for each cancelled script. The file itself is valid.
 */
const EMPTY_CONTENT_HASH = /47DEQpj8HBSa\+\/TImW\+5JCeuQeRkm5NMpJWZG3hSuFU=|OLBgp1GsljhM2TJ\+sbHjaiH9txEUvgdDTAzHv2P24donTt6/;

/** Types the name with key presses, because `fill` of Playwright has no effect over WebDriver BiDi. */
async function createNamedRow(page: Page, button: string, dialogName: RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog', { name: dialogName });
  await dialog.getByLabel(/^Name/).click();
  await page.keyboard.type(ROW_NAME);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/was successfuly created!/).first()).toBeVisible({ timeout: TIMEOUT_MS });
}

/** Changes something on a page of the remote and expects the server's confirmation. */
const journeys: Record<RemoteName, (page: Page, api: Api) => Promise<void>> = {
  annotate: async (page, api) => {
    const { buffer } = await createImage('journey', { width: 1000, height: 600 });
    const imageId = await api.uploadImage(await api.findWorkspaceId('Demo'), buffer);
    try {
      await openSignedIn(page, `/image/${imageId}`);
      const screen = new ImageScreen(page);
      await screen.canvas.element.waitFor({ timeout: TIMEOUT_MS });
      await screen.drawBox(0.4);
      await expect.poll(async () => (await api.listObjects(imageId)).length, { timeout: TIMEOUT_MS }).toBe(1);
      await expect(screen.saveState).toHaveText('Saved', { timeout: TIMEOUT_MS });
    } finally {
      await api.deleteImages([imageId]);
    }
  },
  training: async (page) => {
    await openSignedIn(page, '/detection');
    await createNamedRow(page, 'New task', /New task/);
  },
  similarity: async (page) => {
    await openSignedIn(page, '/groups');
    await createNamedRow(page, 'Create New Group', /group/i);
  },
  catalogue: async (page) => {
    await openSignedIn(page, '/products');
    await createNamedRow(page, 'New collection', /collection/i);
  },
};

/** Runs the journey of each remote and prints the results. Returns the number of failed journeys. */
async function runJourneys(browser: Browser, server: ConsoleServer): Promise<number> {
  let failures = 0;
  const api = await Api.signIn(server.url, demo);
  for (const remote of remoteNames) {
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1366, height: 820 } });
    const pageErrors: string[] = [];
    try {
      const page = await context.newPage();
      page.on('pageerror', ({ message }) => EMPTY_CONTENT_HASH.test(message) || pageErrors.push(message));
      await openSignedIn(page);
      await navigateTo(page, remotePages[remote].link);
      await remotePages[remote].content(page).first().waitFor({ timeout: TIMEOUT_MS });
      await journeys[remote](page, api);
      pageErrors.push(...(await getFaults(page)).map(({ kind }) => kind));
    } catch (error) {
      pageErrors.push(String(error));
    } finally {
      await context.close();
    }
    if (pageErrors.length > 0) failures += 1;
    print(`${browser.browserType().name()} ${browser.version()}, ${remote}: ${pageErrors.join('; ') || 'ok'}`);
  }
  return failures;
}

/** Returns the number of failed journeys. */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { firefox: { type: 'string', default: '/usr/bin/firefox-esr' } } });
  let failures = 0;
  for (const launch of [
    () => firefox.launch({ channel: 'moz-firefox', executablePath: values.firefox }),
    () => chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] }),
  ]) {
    // Each browser gets a new server, because both browsers create rows with the same names.
    const server = await ConsoleServer.create();
    const browser = await launch();
    try {
      failures += await runJourneys(browser, server);
    } finally {
      await browser.close();
      await server.stopAndDelete();
    }
  }
  return failures;
}

ignoreClosedOutput();
main().then(
  (failures) => process.exit(failures > 0 ? 1 : 0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
