import type { Page } from '@playwright/test';

/** Member of `Demo` and `Recognition only`. */
export const demo = { email: 'demo@console.test', password: 'demo-console' };
/** Member of `Demo`. */
export const colleague = { email: 'colleague@console.test', password: 'colleague-console' };
/** Member of `Recognition only`. */
export const limited = { email: 'limited@console.test', password: 'limited-console' };
/** Member of `Other company`. */
export const outsider = { email: 'other@console.test', password: 'other-console' };

/** Email and password of a user. */
export type Account = typeof demo;

/** Signs in through the sign-in page. */
export async function signIn(page: Page, account: Account = demo): Promise<void> {
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel(/^Password/).fill(account.password);
  await page.getByRole('button', { name: 'Login' }).click();
}
