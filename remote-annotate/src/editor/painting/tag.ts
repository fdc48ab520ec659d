import type { Vec } from '../model/types';
import { CAPTION_FONT } from './look';

export const TAG_HEIGHT = 18;
const PADDING = 5;

/**
 * Paints a line of text on a dark background, which is legible on any image. The text stays within the canvas.
 * @param position lower left corner in CSS pixels
 */
export function paintTag(context: CanvasRenderingContext2D, text: string, { x, y }: Vec, canvasWidth: number): void {
  context.font = CAPTION_FONT;
  const width = context.measureText(text).width + 2 * PADDING;
  const left = Math.max(0, Math.min(x, canvasWidth - width));
  const top = Math.max(0, y - TAG_HEIGHT);
  context.fillStyle = 'rgba(0, 0, 0, 0.75)';
  context.fillRect(left, top, width, TAG_HEIGHT);
  context.fillStyle = '#ffffff';
  context.textBaseline = 'middle';
  context.fillText(text, left + PADDING, top + TAG_HEIGHT / 2 + 0.5);
}
