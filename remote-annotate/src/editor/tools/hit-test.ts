import { snapToImage } from '../geometry/clamp';
import { findNearestHandle, type Handle } from '../geometry/handles';
import { findNearestVertex } from '../geometry/polygon';
import { isAccelerated, type PointerEditorEvent } from '../input/events';
import type { ShapeKinds } from '../kinds/shape-kinds';
import type { SpatialIndex } from '../kinds/spatial-index';
import type { ImageSize, Shape, ShapeId, Vec } from '../model/types';
import type { Viewport } from '../viewport/viewport';
import { HANDLE_REACH, SHAPE_REACH, SNAP_REACH } from './states/thresholds';
import type { PointerPosition } from './states/tool-host';

/** Maximum reach of a handle, as a ratio of the longer side of its shape, so that small shapes can still be moved. */
const MAX_HANDLE_RATIO = 1 / 3;

/** The state of the editor that hit tests use. */
interface HitTestEditor {
  readonly kinds: ShapeKinds;
  readonly imageSize: ImageSize;
  readonly viewport: Viewport;
  readonly selectedShape: Shape | undefined;
  readonly activeShape: Shape | undefined;
  isShown(id: ShapeId): boolean;
  isLocked(id: ShapeId): boolean;
  canBeEdited(id: ShapeId): boolean;
  getHandles(): readonly Handle[];
}

/** A position in image pixels, and whether it was snapped to a vertex. */
export interface SnappedVertex {
  readonly position: Vec;
  readonly isSnapped: boolean;
}

/** Finds the shape, handle or vertex at a position of the pointer. The reach in screen pixels depends on the type of pointer. */
export class HitTest {
  constructor(
    private readonly editor: HitTestEditor,
    private readonly index: SpatialIndex,
  ) {}

  findShapeAt({ point, pointerType }: PointerPosition): Shape | undefined {
    const position = this.editor.viewport.toImage(point);
    const tolerance = SHAPE_REACH[pointerType] / this.editor.viewport.camera.scale;
    const { selectedShape } = this.editor;
    // The outline of the selected shape takes precedence, even where a smaller shape covers the outline.
    const isSelectedHit =
      selectedShape &&
      !this.editor.isLocked(selectedShape.id) &&
      this.editor.kinds.isOutlineHit(selectedShape, position, tolerance);
    return isSelectedHit ? selectedShape : this.index.findHit(position, tolerance, ({ id }) => this.editor.canBeEdited(id));
  }

  findHandleAt({ point, pointerType }: PointerPosition): Handle | undefined {
    const { activeShape } = this.editor;
    if (!activeShape) return undefined;
    const { minX, minY, maxX, maxY } = this.editor.kinds.getBounds(activeShape);
    const reach = HANDLE_REACH[pointerType] / this.editor.viewport.camera.scale;
    return findNearestHandle(
      this.editor.getHandles(),
      this.editor.viewport.toImage(point),
      Math.min(reach, Math.max(maxX - minX, maxY - minY) * MAX_HANDLE_RATIO),
    );
  }

  /** Snaps a position to a vertex of another shape within reach, otherwise to whole pixels of the image. */
  snapVertex(event: PointerEditorEvent, position: Vec, exceptId?: ShapeId): SnappedVertex {
    const [x, y] = snapToImage(position, this.editor.imageSize);
    const reach = SNAP_REACH[event.pointerType] / this.editor.viewport.camera.scale;
    const searchBounds = {
      minX: position.x - reach,
      minY: position.y - reach,
      maxX: position.x + reach,
      maxY: position.y + reach,
    };
    const neighbours = isAccelerated(event)
      ? []
      : this.index
          .findTouching(searchBounds)
          .flatMap((shape) =>
            this.editor.kinds.hasVertices(shape) && shape.id !== exceptId && this.editor.isShown(shape.id) ? [shape.data] : [],
          );
    const vertex = findNearestVertex(neighbours, position, reach);
    return vertex ? { position: vertex, isSnapped: true } : { position: { x, y }, isSnapped: false };
  }
}
