import type { AnnotationDocument, NewShape } from '../document/annotation-document';
import { toCopiedContent } from '../document/inverse';
import type { LabelSet, ImageSize, Shape, Vec } from '../model/types';

type ClipboardDocument = Pick<AnnotationDocument, 'getShapes' | 'kinds'>;

/** Copied shapes. Editors of several images can share one clipboard. */
export class Clipboard {
  private shapes: readonly Shape[] = [];
  private source: ClipboardDocument | null = null;

  get size(): number {
    return this.shapes.length;
  }

  /** Copies shapes of a document. */
  setShapes(shapes: readonly Shape[], source: ClipboardDocument): void {
    this.shapes = shapes;
    this.source = source;
  }

  /**
   * Returns the copied shapes at their position in the source image. Moves them together into this image, and clips them if they are too
   * large. Offsets them if they would cover equal shapes. Skips shapes without a matching label. In another image, marks the shapes as
   * copies.
   */
  getShapesFor(imageSize: ImageSize, document: ClipboardDocument, labels: LabelSet): readonly NewShape[] {
    const { kinds } = document;
    const labelledShapes = this.shapes.filter((shape) => kinds.hasLabel(shape, labels));
    let placedShapes = kinds.translate(labelledShapes, { x: 0, y: 0 }, imageSize);
    const occupiedPositions = new Set(document.getShapes().map(getPositionKey));
    for (let offset = PASTE_OFFSET; placedShapes.some((shape) => occupiedPositions.has(getPositionKey(shape)));) {
      const movedShapes = kinds.translate(placedShapes, offset, imageSize);
      if (movedShapes !== placedShapes) placedShapes = movedShapes;
      // At the lower right corner, reverse the offset. If there is no space at all, the copies cover the originals.
      else if (offset === PASTE_OFFSET) offset = { x: -PASTE_OFFSET.x, y: -PASTE_OFFSET.y };
      else break;
    }
    const source = document === this.source ? {} : { source: 'copy' as const };
    return placedShapes.map((shape) => ({ ...toNewShape(shape), ...source }));
  }
}

const PASTE_OFFSET: Vec = { x: 10, y: 10 };

const getPositionKey = ({ kind, data }: Shape) => `${kind} ${data.join()}`;

function toNewShape(shape: Shape): NewShape {
  const { id: _id, ...content } = toCopiedContent(shape);
  return content as NewShape;
}
