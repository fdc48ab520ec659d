import type { BrowserContext, Page, Route } from '@playwright/test';
import { type Account, colleague, demo, signIn } from '../support/accounts';
import { Api } from '../support/api';
import { openSignedIn } from '../support/console';
import { ImageScreen } from '../support/image-screen';
import { createImage } from '../support/images';
import { expect, LONG_RUN, test } from '../support/test';

const getConsoleUrl = () => process.env.CONSOLE_URL ?? '';
const REFRESH_URL = '**/api/account/v2/jwt/refresh/';

let api: Api;
let imageId: string;
test.beforeEach(async () => {
  api = await Api.signIn(getConsoleUrl(), demo);
  const imageFile = await createImage('session', { width: 1000, height: 700 });
  imageId = await api.uploadImage(await api.findWorkspaceId('Demo'), imageFile.buffer);
});
test.afterEach(() => api.deleteImages([imageId]));

const countBoxes = async () => (await api.listObjects(imageId)).length;

/** Controls API responses: normal, status 503 for writes, or status 401 as after an expired session. */
class FakeApi {
  mode: 'normal' | 'unavailable' | 'signed-out' = 'normal';

  static async install(target: BrowserContext | Page): Promise<FakeApi> {
    const fakeApi = new FakeApi();
    await target.route('**/api/**', (route) => fakeApi.handleRoute(route));
    return fakeApi;
  }

  private handleRoute(route: Route): Promise<void> {
    const isRead = route.request().method() === 'GET';
    if (this.mode === 'normal' || (this.mode === 'unavailable' && isRead)) return route.fallback();
    const status = this.mode === 'unavailable' ? 503 : 401;
    return route.fulfill({ status, json: { detail: 'Unavailable' } });
  }
}

async function openWithUnsentBox(page: Page, fakeApi: FakeApi): Promise<ImageScreen> {
  const screen = new ImageScreen(page);
  await openSignedIn(page, `/image/${imageId}`);
  await screen.canvas.expectVisible();
  fakeApi.mode = 'unavailable';
  await screen.drawBox(0.35);
  await expect(screen.saveState).toContainText('1 waiting');
  return screen;
}

async function logOut(page: Page, account: Account): Promise<void> {
  await page.getByRole('button', { name: `Account of ${account.email}` }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
}

test('unsent boxes are sent after the session expires and the user signs in again', async ({ page }) => {
  const fakeApi = await FakeApi.install(page);
  const screen = await openWithUnsentBox(page, fakeApi);
  await screen.drawBox(0.5);
  await expect(screen.saveState).toContainText('2 waiting');
  fakeApi.mode = 'signed-out';
  // Simulate the return of the network: the outbox retries immediately.
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Your session has expired. Sign in to continue where you left off.')).toBeVisible();
  expect(await countBoxes()).toBe(0);

  fakeApi.mode = 'normal';
  await signIn(page);
  await expect(page).toHaveURL(new RegExp(`/image/${imageId}$`));
  await screen.expectBoxes(2);
  await expect.poll(countBoxes).toBe(2);
  await expect(screen.saveState).toHaveText('Saved');
});

test('logout warns about unsent work, which the next user neither sees nor sends', LONG_RUN, async ({ page }) => {
  const fakeApi = await FakeApi.install(page);
  await openWithUnsentBox(page, fakeApi);
  await logOut(page, demo);
  const dialog = page.getByRole('alertdialog', { name: 'Log out with unsent work?' });
  await expect(dialog).toContainText(/1 change/);
  await dialog.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(dialog).toBeHidden();
  await logOut(page, demo);
  await dialog.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);

  fakeApi.mode = 'normal';
  await signIn(page, colleague);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.goto(`/image/${imageId}`);
  const colleagueScreen = new ImageScreen(page);
  await colleagueScreen.expectBoxes(0);
  // Once this stroke has arrived, any attempt to send the first user's stroke would have arrived too.
  await colleagueScreen.drawBox(0.6);
  await expect.poll(countBoxes).toBe(1);
  await expect(colleagueScreen.saveState).toHaveText('Saved');
  expect(await countBoxes()).toBe(1);

  await logOut(page, colleague);
  await signIn(page, demo);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect.poll(countBoxes).toBe(2);
});

test("a sign-in in another tab switches this tab without sending the first user's work", LONG_RUN, async ({ context }) => {
  const page = await context.newPage();
  const fakeApi = await FakeApi.install(page);
  const screen = await openWithUnsentBox(page, fakeApi);

  const secondTab = await context.newPage();
  await openSignedIn(secondTab, '/', colleague);
  await expect(page.getByRole('button', { name: `Account of ${colleague.email}` })).toBeVisible();
  fakeApi.mode = 'normal';
  await screen.expectBoxes(0);
  await screen.drawBox(0.6);
  await expect.poll(countBoxes).toBe(1);
  await expect(screen.saveState).toHaveText('Saved');
  expect(await countBoxes()).toBe(1);

  await openSignedIn(secondTab, '/', demo);
  await expect.poll(countBoxes).toBe(2);
});

test('an expired token is refreshed silently while drawing', LONG_RUN, async ({ page }) => {
  await openSignedIn(page, `/image/${imageId}`);
  const screen = new ImageScreen(page);
  await screen.canvas.expectVisible();
  let refreshCount = 0;
  await page.route(REFRESH_URL, (route) => {
    refreshCount += 1;
    return route.fallback();
  });
  await page.evaluate(() => localStorage.setItem('access', 'expired'));
  await screen.drawBox(0.4);
  await expect.poll(countBoxes).toBe(1);
  await expect(screen.saveState).toHaveText('Saved');
  expect(await countBoxes()).toBe(1);
  expect(refreshCount).toBe(1);
  await expect(page).toHaveURL(new RegExp(`/image/${imageId}$`));
});
