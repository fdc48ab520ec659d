import type { AnnotationDocument, NewShape } from './document/annotation-document';
import { translateShapes } from './geometry/shape';
import type { LabelSet, PictureSize, Shape, Vec } from './types';

/** Copied shapes, for every picture that is opened with the same one. */
export class Clipboard {
  private copied: readonly Shape[] = [];

  get size(): number {
    return this.copied.length;
  }

  put(shapes: readonly Shape[]): void {
    this.copied = shapes;
  }

  /**
   * The copied shapes for a picture, where they were in theirs: moved together as far as it takes to bring them in, and
   * clipped where they are larger; a step aside from equal ones. What has no label here is left out.
   */
  forPicture(picture: PictureSize, document: Pick<AnnotationDocument, 'shapes'>, labels: LabelSet): readonly NewShape[] {
    const known = this.copied.filter(
      (shape) => shape.kind === 'point' || labels[shape.kind].some(({ id }) => id === shape.labelId),
    );
    let placed = translateShapes(known, { x: 0, y: 0 }, picture);
    const taken = new Set(document.shapes().map(placeOf));
    for (let step = STEP; placed.some((shape) => taken.has(placeOf(shape)));) {
      const next = translateShapes(placed, step, picture);
      if (next !== placed) placed = next;
      // In the lower right corner the way is back; where there is no room at all, one lies on the other.
      else if (step === STEP) step = { x: -STEP.x, y: -STEP.y };
      else break;
    }
    return placed.map(toNewShape);
  }
}

const STEP: Vec = { x: 10, y: 10 };

const placeOf = ({ kind, data }: Shape) => `${kind} ${data.join()}`;

function toNewShape(shape: Shape): NewShape {
  if (shape.kind === 'point') return { kind: 'point', name: shape.name, data: shape.data };
  const { labelId, metaData } = shape;
  if (shape.kind === 'object') return { kind: 'object', labelId, metaData, data: shape.data };
  return { kind: 'polygon', labelId, metaData, data: shape.data };
}
