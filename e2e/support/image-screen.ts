import type { Locator, Page } from '@playwright/test';
import { Canvas } from './canvas';
import { expect } from './test';

/** Page object of the image screen. Draws with real mouse input. */
export class ImageScreen {
  readonly canvas: Canvas;
  readonly saveState: Locator;

  constructor(private readonly page: Page) {
    this.canvas = new Canvas(page);
    this.saveState = page.getByRole('status', { name: 'Save state' });
  }

  /** Draws a box with the first label. `left` is a fraction of the canvas width. */
  async drawBox(left: number): Promise<void> {
    await this.page.getByRole('radio', { name: 'Draw objects' }).click();
    await this.canvas.drag([left, 0.3], [left + 0.06, 0.5]);
    const dialog = this.page.getByRole('alertdialog');
    await expect(dialog).toBeVisible();
    await this.page.keyboard.press('ArrowDown');
    await this.page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
  }

  /** Expects this number of boxes in the item list. */
  async expectBoxes(count: number): Promise<void> {
    await this.canvas.expectVisible();
    await this.page.getByRole('tab', { name: 'List of items' }).click();
    await expect(this.page.getByRole('region', { name: 'Objects' }).getByRole('listitem')).toHaveCount(count);
  }
}
