import type { Page } from '@playwright/test';
import { openSignedIn } from './console';

/**
 * Opens the console with overrides, which replace active versions in this tab only:
 * `openConsoleWithVersions(page, { annotate: '1.0.0' }, '/images')`. A value is a published version or the URL of a
 * development server. The server must run with `ALLOW_OVERRIDES=on`, otherwise the tab reports a fault and ignores them.
 */
export async function openConsoleWithVersions(page: Page, versions: Record<string, string>, path = '/'): Promise<void> {
  const query = new URLSearchParams(Object.entries(versions).map(([name, version]) => ['override', `${name}@${version}`]));
  await openSignedIn(page, `${path}?${query.toString()}`);
}
