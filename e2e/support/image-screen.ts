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
    await this.confirmFirstLabel();
  }

  /**
   * Chooses the first label for a new shape by keyboard.
   * @param confirmKey `Shift+Enter` also uses the label for the following shapes
   */
  async confirmFirstLabel(confirmKey: 'Enter' | 'Shift+Enter' = 'Enter'): Promise<void> {
    const dialog = this.page.getByRole('alertdialog');
    // Keys have no effect before the labels are shown and the dialog has the focus.
    await expect(dialog.getByRole('option').first()).toBeVisible();
    await expect(dialog.locator(':focus')).toHaveCount(1);
    await this.page.keyboard.press('ArrowDown');
    await this.page.keyboard.press(confirmKey);
    await expect(dialog).toBeHidden();
  }

  /** Expects this number of boxes in the item list. */
  async expectBoxes(count: number): Promise<void> {
    await this.canvas.expectVisible();
    await this.page.getByRole('tab', { name: 'List of items' }).click();
    await expect(this.page.getByRole('region', { name: 'Objects' }).getByRole('listitem')).toHaveCount(count);
  }

  /** Expects that the toolbar has one line without truncated text, and that selecting a tool moves no control. */
  async expectStableToolbar(): Promise<void> {
    const tools = this.page.getByRole('radiogroup', { name: 'Tools' }).getByRole('radio');
    const toolBar = this.page.getByRole('toolbar').filter({ has: tools }).locator('xpath=..');
    const measureControls = () =>
      toolBar.evaluate((element) => {
        const { y, height } = element.getBoundingClientRect();
        const controls = [...element.querySelectorAll<HTMLElement>('button, input')].filter((control) => control.offsetWidth > 0);
        const controlBoxes = controls.map((control) => control.getBoundingClientRect());
        return {
          places: controlBoxes.map((box) => `${Math.round(box.x)},${Math.round(box.y)}`),
          isOneLine: controlBoxes.every((box) => box.top <= y + height / 2 && box.bottom >= y + height / 2),
          cutTexts: controls.filter((control) => control.scrollWidth > control.clientWidth).map((control) => control.textContent),
        };
      });
    const initialLayout = await measureControls();
    expect(initialLayout).toMatchObject({ isOneLine: true, cutTexts: [] });
    for (const tool of await tools.all()) {
      await tool.click();
      await expect(tool).toBeChecked();
      expect(await measureControls()).toEqual(initialLayout);
    }
  }
}
