import type { Locator, Page } from '@playwright/test';
import type { IsolatedBuild } from '../support/isolated-build';

/** Screenshots by name, in order. Each uses a new signed-in page on one server and returns a PNG. */
export type Screenshots = Record<string, (page: Page, build: IsolatedBuild) => Promise<Buffer>>;

/** Takes a screenshot of an element with a margin in CSS pixels. */
export async function captureElement(page: Page, part: Locator, margin = 16): Promise<Buffer> {
  await part.waitFor();
  const box = await part.boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  if (!box) throw new Error('What was to be in the picture is not on the page');
  const x = Math.max(0, box.x - margin);
  const y = Math.max(0, box.y - margin);
  const right = Math.min(width, box.x + box.width + margin);
  const bottom = Math.min(height, box.y + box.height + margin);
  return page.screenshot({ animations: 'disabled', clip: { x, y, width: right - x, height: bottom - y } });
}
