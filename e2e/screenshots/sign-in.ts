import type { Page } from '@playwright/test';
import type { Screenshots } from './capture-element';

/**
 * Opens the sign-in page with an identity provider. Without `allowsPasswords`, only the emergency account signs in with a password.
 */
async function openSignIn(page: Page, allowsPasswords: boolean): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    const config = (await response.json()) as object;
    await route.fulfill({
      response,
      json: { ...config, identityProvider: { name: 'Acme ID' }, passwordSignIn: allowsPasswords },
    });
  });
  await page.route('**/account/v2/oidc/', (route) => route.fulfill({ json: { available: true } }));
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with Acme ID' }).waitFor();
}

export const signInScreenshots: Screenshots = {
  async 'sign-in-provider'(page) {
    await openSignIn(page, true);
    return page.screenshot({ animations: 'disabled' });
  },

  async 'sign-in-emergency'(page) {
    await openSignIn(page, false);
    return page.screenshot({ animations: 'disabled' });
  },
};
