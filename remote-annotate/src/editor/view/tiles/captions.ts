import { CAPTION_FONT, CAPTION_HEIGHT, MAX_CAPTION_WIDTH } from '../../painting/look';
import type { LabelLook } from '../../painting/labels';
import type { CreateSurface } from './surface';

export interface Caption {
  readonly image: CanvasImageSource;
  /** CSS pixels. */
  readonly width: number;
}

const PADDING = 4;
const MAX_CACHED_CAPTIONS = 500;
/** Widths are rounded down to multiples of this number, so that more shapes can share cached captions. */
const WIDTH_STEP = 8;

/** Caches captions as bitmaps. The text is drawn once for each name and color, and copied for each shape. */
export class Captions {
  private readonly cache = new Map<string, Caption>();
  private readonly widths = new Map<string, number>();
  private measuringContext: CanvasRenderingContext2D | null = null;

  constructor(
    private readonly pixelRatio: number,
    private readonly createSurface: CreateSurface,
  ) {}

  /** Returns the caption, truncated to `maxWidth` CSS pixels. */
  get(look: LabelLook, maxWidth = MAX_CAPTION_WIDTH): Caption {
    const { color } = look;
    const text = formatCaption(look);
    const roundedWidth = Math.min(MAX_CAPTION_WIDTH, Math.floor(maxWidth / WIDTH_STEP) * WIDTH_STEP);
    const key = `${roundedWidth} ${color} ${text}`;
    const cachedCaption = this.cache.get(key);
    if (cachedCaption) return cachedCaption;
    // Limit the cache: points have free-text names, so the captions of thousands of points would fill the memory.
    if (this.cache.size >= MAX_CACHED_CAPTIONS) this.cache.clear();
    const caption = this.draw(text, color, roundedWidth);
    this.cache.set(key, caption);
    return caption;
  }

  /** Returns the width of the caption in CSS pixels, which is at most `MAX_CAPTION_WIDTH`; 0 without a name. */
  measure(look: LabelLook): number {
    if (look.name === '') return 0;
    const text = formatCaption(look);
    const cachedWidth = this.widths.get(text);
    if (cachedWidth !== undefined) return cachedWidth;
    if (this.widths.size >= MAX_CACHED_CAPTIONS) this.widths.clear();
    const width = Math.min(MAX_CAPTION_WIDTH, Math.ceil(this.measureText(text)) + 2 * PADDING);
    this.widths.set(text, width);
    return width;
  }

  private measureText(text: string): number {
    if (!this.measuringContext) {
      this.measuringContext = this.createSurface(1, 1).context;
      this.measuringContext.font = CAPTION_FONT;
    }
    return this.measuringContext.measureText(text).width;
  }

  private draw(caption: string, color: string, maxWidth: number): Caption {
    const text = truncateText(caption, maxWidth - 2 * PADDING, (start) => this.measureText(start));
    const width = Math.ceil(this.measureText(text)) + 2 * PADDING;
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

/** Returns the complete text of a caption. */
function formatCaption({ name, marks }: LabelLook): string {
  return marks ? `${name} · ${marks}` : name;
}

/** Truncates a name to a width with an ellipsis. */
export function truncateText(name: string, maxWidth: number, measureWidth: (text: string) => number): string {
  if (measureWidth(name) <= maxWidth) return name;
  let low = 0;
  let high = name.length;
  while (low < high) {
    const length = Math.ceil((low + high) / 2);
    if (measureWidth(`${name.slice(0, length)}…`) <= maxWidth) low = length;
    else high = length - 1;
  }
  return `${name.slice(0, low)}…`;
}

/** The relative luminance at which black and white text have the same contrast, 4.58. */
const EQUAL_CONTRAST_LUMINANCE = 0.179;

/** Whether black text has more contrast than white text on a color `#rrggbb`, by WCAG. */
export function isLight(color: string): boolean {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return false;
  const [r, g, b] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > EQUAL_CONTRAST_LUMINANCE;
}
