import type { Locator, Page } from '@playwright/test';
import type { OwnBuild } from '../support/own-build';

/** By their names, in the order in which they are taken: each a page of its own, signed in, on one server. Answers a PNG. */
export type Pictures = Record<string, (page: Page, build: OwnBuild) => Promise<Buffer>>;

/** A picture of that part of the page with what is around it, in CSS pixels, as far as the page reaches. */
export async function takeAround(page: Page, part: Locator, margin = 16): Promise<Buffer> {
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
