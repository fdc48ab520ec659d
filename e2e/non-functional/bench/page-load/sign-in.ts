import type { Browser } from '@playwright/test';
import { ColdTab, type RecordedRequest, UNLIMITED_CONDITIONS } from './cold-tab';

/** Opens the sign-in page without session and cache and returns everything it loads. */
export async function openSignIn(browser: Browser, url: string): Promise<RecordedRequest[]> {
  const tab = await ColdTab.open(browser, UNLIMITED_CONDITIONS);
  try {
    await tab.page.goto(`${url}/login`);
    await tab.page.getByRole('button', { name: 'Login' }).waitFor();
    await tab.waitUntilIdle();
    return tab.listFinishedRequests();
  } finally {
    await tab.close();
  }
}
