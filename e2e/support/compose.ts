import type { Page } from '@playwright/test';
import { openSignedIn } from './console';

/**
 * Opens the console with these published versions in the place of the live ones, in this tab alone:
 * `composeConsole(page, { annotate: '1.0.0' }, '/images')`. An address of a development server does as well as a version.
 * The server must run with `ALLOW_OVERRIDES=on`; elsewhere the tab gets the live ones and reports it.
 */
export async function composeConsole(page: Page, versions: Record<string, string>, path = '/'): Promise<void> {
  const query = new URLSearchParams(Object.entries(versions).map(([name, version]) => ['override', `${name}@${version}`]));
  await openSignedIn(page, `${path}?${query.toString()}`);
}
