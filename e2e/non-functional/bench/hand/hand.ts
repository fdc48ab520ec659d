import type { Page } from '@playwright/test';
import type { Vec } from '../../../../remote-annotate/src/editor';
import { measurePaint } from '../screens/paint-timing';

/** The input that a user needs to draw shapes, and the waiting times. */
export interface Effort {
  /** Presses of the mouse button. A drag is one press. */
  presses: number;
  keys: number;
  /** Distance of the pointer in CSS pixels. */
  travel: number;
  /** Milliseconds from the last input of each shape until the screen shows it. */
  waits: number[];
}

/** The event that completes a shape. The user then waits until the shape appears. */
type LastInputCondition = 'pointerup' | 'keydown';

/** Controls mouse and keyboard of a page, and counts its inputs. */
export class Hand {
  readonly effort: Effort = { presses: 0, keys: 0, travel: 0, waits: [] };
  private position: Vec = { x: 0, y: 0 };

  constructor(private readonly page: Page) {}

  async press(key: string): Promise<void> {
    this.effort.keys += 1;
    await this.page.keyboard.press(key);
  }

  async moveTo({ x, y }: Vec): Promise<void> {
    this.effort.travel += Math.hypot(x - this.position.x, y - this.position.y);
    this.position = { x, y };
    await this.page.mouse.move(x, y, { steps: 3 });
  }

  async click(point: Vec): Promise<void> {
    await this.drag([point]);
  }

  /** Presses at the first point, and releases at the last point. */
  async drag([start, ...points]: readonly Vec[]): Promise<void> {
    await this.moveTo(start!);
    this.effort.presses += 1;
    await this.page.mouse.down();
    for (const point of points) await this.moveTo(point);
    await this.page.mouse.up();
  }

  /** Performs an action that creates a shape, and waits until the screen shows the expected counter. */
  async createShape(counter: string, lastEvent: LastInputCondition, action: () => Promise<void>): Promise<void> {
    const condition = { selector: `[title="${counter}"]`, event: lastEvent };
    this.effort.waits.push(await measurePaint(this.page, condition, action));
  }
}
