import type { FaultReport } from '@console/shared-contract/federation';
import { expect, type Locator, type Page } from '@playwright/test';
import { type Account, demo } from './accounts';

declare global {
  interface Window {
    consoleFaults?: FaultReport[];
    /** A test sets this property to detect a reload, which clears it. */
    wasNotReloaded?: boolean;
  }
}

/**
 * Opens a page of the console with a session created through the API, which is faster than the sign-in page. The tokens are
 * stored before the page's code runs, so that no other page of the console has to be opened first.
 */
export async function openSignedIn(page: Page, path = '/', account: Account = demo): Promise<void> {
  const response = await page.request.post('/api/account/v2/login/', { data: account });
  if (!response.ok()) throw new Error(`Sign-in as ${account.email} failed with status ${response.status()}`);
  const tokens = (await response.json()) as Record<string, string>;
  const storeTokens = await page.addInitScript((session) => {
    // Firefox runs the script in the empty page of a new tab, too, which must not store anything.
    if (location.host === '') return;
    for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value);
  }, tokens);
  // Scripts of micro-frontends delay the event `load`, and some tests let them hang.
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  // The tokens are stored only for the first document, so that a page which signs out stays signed out.
  await storeTokens.dispose();
  await page.evaluate(() => (window.wasNotReloaded = true));
}

/** Locates the sidebar. */
export function navigation(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Main' });
}

/** Opens a page with its sidebar link. */
export async function navigateTo(page: Page, label: string): Promise<void> {
  await navigation(page).getByRole('link', { name: label, exact: true }).click();
}

/**
 * Opens another page through the router, which takes a tenth of the time of a reload. Resolves when the previous page, which
 * must have a heading, is unmounted.
 */
export async function navigateWithoutReload(page: Page, url: string): Promise<void> {
  await page.evaluate((path) => {
    document.querySelector('main h1')?.setAttribute('data-previous-page', '');
    history.pushState({ key: path, idx: history.length }, '', path);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
  }, url);
  await expect(page.locator('main h1[data-previous-page]'), url).toHaveCount(0);
}

/** Sidebar link of one page of each remote, and a locator of its content. */
export const remotePages = {
  annotate: { link: 'Images', content: (page: Page) => page.getByRole('main').getByRole('img') },
  training: {
    link: 'Detection',
    content: (page: Page) => page.getByRole('table', { name: 'Tasks' }).getByRole('row').nth(1),
  },
  similarity: {
    link: 'Similarity',
    content: (page: Page) => page.getByRole('table', { name: 'Groups' }).getByRole('row').nth(1),
  },
  catalogue: {
    link: 'Products',
    content: (page: Page) => page.getByRole('table', { name: 'Products' }).getByRole('row').nth(1),
  },
} as const;
export type RemoteName = keyof typeof remotePages;
export const remoteNames = Object.keys(remotePages) as RemoteName[];

/** Opens the remote's page and expects its content. */
export async function expectRemoteWorks(page: Page, remote: RemoteName): Promise<void> {
  const { link, content } = remotePages[remote];
  await navigateTo(page, link);
  await expect(page.getByRole('heading', { level: 1, name: link })).toBeAttached();
  await expect(content(page).first()).toBeVisible();
}

/** Technical terms that must not appear in messages. */
const JARGON_PATTERNS = [
  /\b(undefined|null|NaN|[A-Z]\w*Error)\b|\[object/,
  /\bat \S+:\d|https?:|sha384|\.js\b/,
  /\b(chunk|manifest|container|federation|export|hook|semver|registry|React|evaluation)s?\b/i,
];

/** Expects a message without technical terms. The line for support may contain them. */
export async function expectNoJargon(message: Locator): Promise<void> {
  await expect(message).toBeVisible();
  const supportLines = await message.getByText(/^For support:/).allInnerTexts();
  const text = supportLines.reduce((text, line) => text.replace(line, ''), await message.innerText());
  for (const jargon of JARGON_PATTERNS) expect(text).not.toMatch(jargon);
  expect(text.trim().length).toBeGreaterThan(20);
}

/** Returns the faults that the tab has reported. */
export function getFaults(page: Page): Promise<FaultReport[]> {
  return page.evaluate(() => window.consoleFaults ?? []);
}

/** Expects a fault with these properties in the tab's log. */
export async function expectFaultReported(page: Page, fault: Partial<FaultReport>): Promise<void> {
  await expect.poll(() => getFaults(page)).toContainEqual(expect.objectContaining(fault));
}

/** Expects that the page was not reloaded. */
export async function expectNotReloaded(page: Page): Promise<void> {
  expect(await page.evaluate(() => window.wasNotReloaded)).toBe(true);
}
