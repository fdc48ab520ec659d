import type { FaultReport } from '@console/shared-contract/federation';
import { expect, type Locator, type Page } from '@playwright/test';
import { type Account, demo } from './accounts';
import { Api } from './api';

declare global {
  interface Window {
    consoleFaults?: FaultReport[];
    /** Set by a test to detect a reload. */
    sameDocument?: boolean;
  }
}

/** Opens a page of the console with a session created through the API, which is faster than the sign-in page. */
export async function openSignedIn(page: Page, path = '/', account: Account = demo): Promise<void> {
  await page.goto('/config.json');
  const tokens = await Api.tokens(new URL(page.url()).origin, account);
  await page.evaluate((session) => {
    for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value);
  }, tokens);
  await page.goto(path);
  await page.evaluate(() => (window.sameDocument = true));
}

export function navigation(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Main' });
}

/** Navigates with the sidebar. */
export async function goTo(page: Page, label: string): Promise<void> {
  await navigation(page).getByRole('link', { name: label, exact: true }).click();
}

/** A page of each remote, and its content when it works. */
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

/** Expects that navigation to another remote's page works and shows rows. */
export async function expectWorks(page: Page, remote: RemoteName): Promise<void> {
  const { link, content } = remotePages[remote];
  await goTo(page, link);
  await expect(page.getByRole('heading', { level: 1, name: link })).toBeAttached();
  await expect(content(page).first()).toBeVisible();
}

/** Technical terms that must not appear in messages. */
const JARGON = [
  /\b(undefined|null|NaN|[A-Z]\w*Error)\b|\[object/,
  /\bat \S+:\d|https?:|sha384|\.js\b/,
  /\b(chunk|manifest|container|federation|export|hook|semver|registry|React|evaluation)s?\b/i,
];

/** Expects a message without technical terms, apart from the line for support. */
export async function expectPlainWords(message: Locator): Promise<void> {
  await expect(message).toBeVisible();
  const reference = await message.getByText(/^For support:/).allInnerTexts();
  const words = reference.reduce((text, line) => text.replace(line, ''), await message.innerText());
  for (const jargon of JARGON) expect(words).not.toMatch(jargon);
  expect(words.trim().length).toBeGreaterThan(20);
}

export function faults(page: Page): Promise<FaultReport[]> {
  return page.evaluate(() => window.consoleFaults ?? []);
}

/** Expects a fault with these properties in the tab's log. */
export async function expectReported(page: Page, fault: Partial<FaultReport>): Promise<void> {
  await expect.poll(() => faults(page)).toContainEqual(expect.objectContaining(fault));
}

/** Expects that the page was not reloaded. */
export async function expectNotReloaded(page: Page): Promise<void> {
  expect(await page.evaluate(() => window.sameDocument)).toBe(true);
}
