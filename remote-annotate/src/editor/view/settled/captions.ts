import { CAPTION_FONT, CAPTION_HEIGHT, CAPTION_WIDEST } from '../look';
import type { LabelLook } from '../labels';
import type { CreateSurface } from './surface';

export interface Caption {
  readonly image: CanvasImageSource;
  /** CSS pixels. */
  readonly width: number;
}

const PADDING = 4;
const MOST_KEPT = 500;
/** Widths between which no difference is made, so that few captions serve many shapes. */
const WIDTH_STEP = 16;

/** Names as small pictures: text is drawn once for each name and colour, and copied for each shape. */
export class Captions {
  private readonly drawn = new Map<string, Caption>();

  constructor(
    private readonly pixelRatio: number,
    private readonly createSurface: CreateSurface,
  ) {}

  /** The name, cut where it is wider than `room` CSS pixels. */
  of({ name, color }: LabelLook, room = CAPTION_WIDEST): Caption {
    const widest = Math.min(CAPTION_WIDEST, Math.floor(room / WIDTH_STEP) * WIDTH_STEP);
    const key = `${widest} ${color} ${name}`;
    const known = this.drawn.get(key);
    if (known) return known;
    // Points have free names: without a bound a picture with thousands of them would fill the memory.
    if (this.drawn.size >= MOST_KEPT) this.drawn.clear();
    const caption = this.draw(name, color, widest);
    this.drawn.set(key, caption);
    return caption;
  }

  private draw(name: string, color: string, widest: number): Caption {
    const measure = this.createSurface(1, 1).context;
    measure.font = CAPTION_FONT;
    const text = shortened(name, widest - 2 * PADDING, (part) => measure.measureText(part).width);
    const width = Math.ceil(measure.measureText(text).width) + 2 * PADDING;
    const { canvas, context } = this.createSurface(
      Math.ceil(width * this.pixelRatio),
      Math.ceil(CAPTION_HEIGHT * this.pixelRatio),
    );
    context.scale(this.pixelRatio, this.pixelRatio);
    context.fillStyle = color;
    context.fillRect(0, 0, width, CAPTION_HEIGHT);
    context.font = CAPTION_FONT;
    context.textBaseline = 'middle';
    context.fillStyle = isLight(color) ? '#000000' : '#ffffff';
    context.fillText(text, PADDING, CAPTION_HEIGHT / 2 + 0.5);
    return { image: canvas, width };
  }
}

/** Cuts a name to a width, with an ellipsis. */
export function shortened(name: string, widest: number, widthOf: (text: string) => number): string {
  if (widthOf(name) <= widest) return name;
  let low = 0;
  let high = name.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (widthOf(`${name.slice(0, middle)}…`) <= widest) low = middle;
    else high = middle - 1;
  }
  return `${name.slice(0, low)}…`;
}

/** Whether black text reads better on a colour `#rrggbb` than white. */
export function isLight(color: string): boolean {
  const value = Number.parseInt(color.slice(1), 16);
  if (!/^#[0-9a-f]{6}$/i.test(color)) return false;
  const luma = 0.299 * (value >> 16) + 0.587 * ((value >> 8) & 0xff) + 0.114 * (value & 0xff);
  return luma > 150;
}
