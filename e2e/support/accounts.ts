import type { Page } from '@playwright/test';

/** Member of `Demo` and `Recognition only`. */
export const demo = { email: 'demo@console.test', password: 'demo-console' };
/** Manager in `Demo`. */
export const manager = { email: 'manager@console.test', password: 'manager-console' };
/** Reviewer in `Demo`, with an item to check. */
export const reviewer = { email: 'reviewer@console.test', password: 'reviewer-console' };
/** Annotator in `Demo`, with an assigned job. */
export const annotator = { email: 'annotator@console.test', password: 'annotator-console' };
/** Viewer in `Demo`. */
export const viewer = { email: 'viewer@console.test', password: 'viewer-console' };
/** Manager in `Demo`. */
export const colleague = { email: 'colleague@console.test', password: 'colleague-console' };
/** Member of `Recognition only`. */
export const recognitionOnlyUser = { email: 'limited@console.test', password: 'limited-console' };
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
