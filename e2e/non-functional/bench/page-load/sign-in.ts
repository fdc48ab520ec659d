import type { Browser } from '@playwright/test';
import { ColdTab, type Fetched, UNLIMITED } from './cold-tab';

/** Opens the sign-in page without session and cache and returns everything it loads. */
export async function openSignIn(browser: Browser, url: string): Promise<Fetched[]> {
  const tab = await ColdTab.open(browser, UNLIMITED);
  try {
    await tab.page.goto(`${url}/login`);
    await tab.page.getByRole('button', { name: 'Login' }).waitFor();
    await tab.quiet();
    return tab.fetched();
  } finally {
    await tab.close();
  }
}
