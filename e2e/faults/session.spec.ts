import type { BrowserContext, Page, Route } from '@playwright/test';
import { type Account, colleague, demo, signIn } from '../support/accounts';
import { Api } from '../support/api';
import { openSignedIn } from '../support/console';
import { ImageScreen } from '../support/image-screen';
import { createImage } from '../support/images';
import { expect, test } from '../support/test';

const url = () => process.env.CONSOLE_URL ?? '';
const REFRESH = '**/api/account/v2/jwt/refresh/';

let api: Api;
let image: string;
test.beforeEach(async () => {
  api = await Api.signIn(url(), demo);
  const picture = await createImage('session', { width: 1000, height: 700 });
  image = await api.uploadImage(await api.findWorkspaceId('Demo'), picture.buffer);
});
test.afterEach(() => api.deleteImages([image]));

const boxes = async () => (await api.listObjects(image)).length;

/** How the API responds to writes: normally, not at all, or as if the session had expired. */
class Answers {
  now: 'server' | 'busy' | 'signed-out' = 'server';

  static async of(target: BrowserContext | Page): Promise<Answers> {
    const answers = new Answers();
    await target.route('**/api/**', (route) => answers.give(route));
    return answers;
  }

  private give(route: Route): Promise<void> {
    const isRead = route.request().method() === 'GET';
    if (this.now === 'server' || (this.now === 'busy' && isRead)) return route.fallback();
    const status = this.now === 'busy' ? 503 : 401;
    return route.fulfill({ status, json: { detail: 'Not now' } });
  }
}

async function openWithUnsentBox(page: Page, answers: Answers): Promise<ImageScreen> {
  const screen = new ImageScreen(page);
  await openSignedIn(page, `/image/${image}`);
  await screen.canvas.expectVisible();
  answers.now = 'busy';
  await screen.drawBox(0.35);
  await expect(screen.saveState).toContainText('1 waiting');
  return screen;
}

async function leave(page: Page, account: Account): Promise<void> {
  await page.getByRole('button', { name: `Account of ${account.email}` }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
}

test('unsent strokes are sent after the session expires and the user signs in again', async ({ page }) => {
  const answers = await Answers.of(page);
  const screen = await openWithUnsentBox(page, answers);
  await screen.drawBox(0.5);
  await expect(screen.saveState).toContainText('2 waiting');
  answers.now = 'signed-out';
  // Simulate the return of the network: the outbox retries immediately.
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Your session has expired. Sign in to continue where you left off.')).toBeVisible();
  expect(await boxes()).toBe(0);

  answers.now = 'server';
  await signIn(page);
  await expect(page).toHaveURL(new RegExp(`/image/${image}$`));
  await screen.expectBoxes(2);
  await expect(screen.saveState).toHaveText('Saved');
  expect(await boxes()).toBe(2);
});

test('logout warns about unsent work, which the next user neither sees nor sends', async ({ page }) => {
  const answers = await Answers.of(page);
  await openWithUnsentBox(page, answers);
  await leave(page, demo);
  const question = page.getByRole('alertdialog', { name: 'Log out with unsent work?' });
  await expect(question).toContainText(/1 change/);
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(question).toBeHidden();
  await leave(page, demo);
  await question.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);

  answers.now = 'server';
  await signIn(page, colleague);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.goto(`/image/${image}`);
  const theirs = new ImageScreen(page);
  await theirs.expectBoxes(0);
  // The second user's stroke is sent, so anything else would have been sent by now.
  await theirs.drawBox(0.6);
  await expect(theirs.saveState).toHaveText('Saved');
  expect(await boxes()).toBe(1);

  await leave(page, colleague);
  await signIn(page, demo);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect.poll(boxes).toBe(2);
});

test("a sign-in in another tab takes over this tab without sending the first user's work", async ({ context }) => {
  const page = await context.newPage();
  const answers = await Answers.of(page);
  const screen = await openWithUnsentBox(page, answers);

  const second = await context.newPage();
  await openSignedIn(second, '/', colleague);
  await expect(page.getByRole('button', { name: `Account of ${colleague.email}` })).toBeVisible();
  answers.now = 'server';
  await screen.expectBoxes(0);
  await screen.drawBox(0.6);
  await expect(screen.saveState).toHaveText('Saved');
  expect(await boxes()).toBe(1);

  await openSignedIn(second, '/', demo);
  await expect.poll(boxes).toBe(2);
});

test('an expired token is refreshed silently while drawing', async ({ page }) => {
  await openSignedIn(page, `/image/${image}`);
  const screen = new ImageScreen(page);
  await screen.canvas.expectVisible();
  let renewals = 0;
  await page.route(REFRESH, (route) => {
    renewals += 1;
    return route.fallback();
  });
  await page.evaluate(() => localStorage.setItem('access', 'run-out'));
  await screen.drawBox(0.4);
  await expect(screen.saveState).toHaveText('Saved');
  expect(await boxes()).toBe(1);
  expect(renewals).toBe(1);
  await expect(page).toHaveURL(new RegExp(`/image/${image}$`));
});
