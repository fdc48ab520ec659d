import type { Locator, Page } from '@playwright/test';
import type { IsolatedBuild } from '../support/isolated-build';

/** Functions that take a screenshot, by name. Each gets a new signed-in page and returns a PNG. All functions share one server. */
export type Screenshots = Record<string, (page: Page, build: IsolatedBuild) => Promise<Buffer>>;

/** Takes a screenshot of an element with a margin in CSS pixels. */
export async function captureElement(page: Page, element: Locator, margin = 16): Promise<Buffer> {
  await element.waitFor();
  const box = await element.boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  if (!box) throw new Error('The element of the screenshot is not visible');
  const x = Math.max(0, box.x - margin);
  const y = Math.max(0, box.y - margin);
  const right = Math.min(width, box.x + box.width + margin);
  const bottom = Math.min(height, box.y + box.height + margin);
  return page.screenshot({ animations: 'disabled', clip: { x, y, width: right - x, height: bottom - y } });
}
