import { expect, test } from '@playwright/test';
import { demo, limited, openConsole, signIn } from '../support/accounts';

const navigation = ['Dashboard', 'Images', 'Detection', 'Segmentation', 'Similarity', 'Jobs', 'Products', 'Product Sets'];

test('a wrong password is said to be one, and nobody is signed in', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, { ...demo, password: 'not-it' });
  await expect(page.getByText('Unable to login. Invalid credentials')).toBeVisible();
  await page.goto('/images');
  await expect(page).toHaveURL(/\/login/);
});

test('a protected page asks to sign in and comes back; a plain sign-in goes to the dashboard', async ({ page }) => {
  await page.goto('/detection');
  await expect(page).toHaveURL(/\/login/);
  await signIn(page);
  await expect(page).toHaveURL(/\/detection$/);
  await expect(page.getByRole('heading', { name: 'Detection', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Account of demo@console.test' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/);
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test('the sidebar offers what the workspace has, in order; a workspace that lacks services says so', async ({ page }) => {
  await openConsole(page);
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(links.filter({ hasText: 'Product Sets' })).toBeVisible();
  expect((await links.allInnerTexts()).slice(0, navigation.length)).toEqual(navigation);

  await page.goto('/detection');
  await page.getByRole('combobox', { name: 'Workspace' }).click();
  await page.getByRole('option', { name: 'Recognition only' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText('No acccess for service').first()).toBeVisible();
  for (const service of ['Detection', 'Segmentation', 'Flows', 'Similarity', 'Products management']) {
    await expect(page.getByText(`${service}. Please contact support.`, { exact: true })).toBeVisible();
  }
  for (const gone of ['Detection', 'Segmentation', 'Similarity', 'Products', 'Product Sets'])
    await expect(links.filter({ hasText: new RegExp(`^${gone}$`) })).toHaveCount(0);
  await expect(links.filter({ hasText: 'Jobs' })).toBeVisible();

  await page.goto('/detection');
  await expect(page.getByText('This workspace does not have the service for this page: Detection.')).toBeVisible();
});

test('an account of one workspace sees that workspace alone', async ({ page }) => {
  await openConsole(page, limited);
  await page.getByRole('combobox', { name: 'Workspace' }).click();
  await expect(page.getByRole('option')).toHaveText(['Recognition only']);
});

test('the dashboard shows a card for each service, with figures, and the API token on demand', async ({ page }) => {
  await openConsole(page);
  for (const card of ['Recognition', 'Detection', 'Similarity', 'Segmentation', 'Jobs', 'API token'])
    await expect(page.getByRole('region', { name: card })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recognition' })).toContainText(/\d+ \/ \d+/);
  const token = page.getByRole('region', { name: 'API token' });
  await token.getByRole('button', { name: /show|reveal/i }).click();
  await expect(token.getByText(/^[0-9A-Za-z_-]{40}$/)).toBeVisible();
});

test('every page of every remote shows its first content in the composed console', async ({ page }) => {
  await openConsole(page);
  const pages: [path: string, heading: string, table: string][] = [
    ['/detection', 'Detection', 'Tasks'],
    ['/segmentation', 'Segmentation', 'Labels'],
    ['/jobs', 'Jobs', 'Jobs'],
    ['/evaluation', 'Evaluations', 'Evaluations'],
    ['/groups', 'Similarity', 'Groups'],
    ['/products', 'Products', 'Products'],
    ['/sets', 'Product Sets', 'Search Product Sets'],
    ['/manage', 'Manage', 'Detection Tasks'],
  ];
  for (const [path, heading, table] of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await expect(page.getByRole('table', { name: table }).getByRole('row').nth(1)).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(heading));
  }
});
