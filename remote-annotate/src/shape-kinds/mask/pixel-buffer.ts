import { getUnion } from '../../editor/geometry/bounds';
import type { PixelDraft } from '../../editor/model/pixel-draft';
import type { Bounds, ImageSize, MaskRuns, MaskShape, ShapeId, Vec } from '../../editor/model/types';
import { createBitmap, drawMask, toMaskRuns, type Bitmap } from './bitmap/bitmap';
import { fillPolygon, fillRectangle, fillStroke, type PixelValue } from './bitmap/fill';
import { getMaskBounds } from './mask-region';

/** The pixels of the image while a mask is painted. */
export class PixelBuffer implements PixelDraft {
  readonly shapeId: ShapeId | null;
  readonly labelId: string | null;
  private readonly bitmap: Bitmap;
  private readonly listeners = new Set<(area: Bounds) => void>();
  /** The area that can contain set pixels. */
  private area: Bounds | null = null;

  /**
   * @param target the mask that is changed; null for a new one
   * @param labelId the label of a new mask, if it is known
   */
  constructor(
    private readonly imageSize: ImageSize,
    target: MaskShape | null,
    labelId: string | null,
  ) {
    this.shapeId = target?.id ?? null;
    this.labelId = target?.labelId ?? labelId;
    this.bitmap = createBitmap({ minX: 0, minY: 0, maxX: imageSize.width, maxY: imageSize.height });
    if (!target) return;
    drawMask(this.bitmap, target.data);
    this.area = getMaskBounds(target.data);
  }

  get pixels(): Uint8Array {
    return this.bitmap.pixels;
  }

  readonly onChange = (listener: (area: Bounds) => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  fillStroke(from: Vec, to: Vec, diameter: number, value: PixelValue): void {
    this.publish(fillStroke(this.bitmap, from, to, diameter, value));
  }

  fillRectangle(bounds: Bounds, value: PixelValue): void {
    fillRectangle(this.bitmap, bounds, value);
    this.publish(bounds);
  }

  fillPolygon(vertices: readonly number[], bounds: Bounds, value: PixelValue): void {
    fillPolygon(this.bitmap, vertices, value);
    this.publish(bounds);
  }

  /** Returns the mask, or null if no pixel is set. */
  toMaskRuns(): MaskRuns | null {
    return this.area && toMaskRuns(this.bitmap, this.imageSize, this.area);
  }

  private publish(area: Bounds): void {
    this.area = this.area ? getUnion(this.area, area) : area;
    for (const listener of this.listeners) listener(area);
  }
}
