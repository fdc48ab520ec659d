import { expect, type Locator, type Page } from '@playwright/test';

/** The canvas of the image screen. Coordinates are fractions of its size: [0, 0] is the top left, [1, 1] the bottom right. */
export class Canvas {
  readonly element: Locator;

  constructor(readonly page: Page) {
    this.element = page.getByRole('application', { name: 'Annotation canvas' });
  }

  /** Waits until the canvas is visible. */
  async expectVisible(): Promise<void> {
    await expect(this.element).toBeVisible();
  }

  private async toPagePoint([x, y]: [number, number]): Promise<{ x: number; y: number }> {
    const box = await this.element.boundingBox();
    if (!box) throw new Error('The canvas is not visible');
    return { x: box.x + box.width * x, y: box.y + box.height * y };
  }

  async drag(from: [number, number], to: [number, number]): Promise<void> {
    const start = await this.toPagePoint(from);
    const end = await this.toPagePoint(to);
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
    await this.page.mouse.move(end.x, end.y);
    await this.page.mouse.up();
  }

  async click(position: [number, number]): Promise<void> {
    const point = await this.toPagePoint(position);
    await this.page.mouse.click(point.x, point.y);
  }
}
