import type { ShapeKinds } from '../../kinds/shape-kinds';
import type { Bounds, Shape, ShapeId } from '../../model/types';
import type { LookGetter } from '../../painting/labels';
import { placeCaptions, type CaptionPlacement } from './caption-layout';
import type { Captions } from './captions';
import { expandByCaptions, getPaintedArea } from './paint-shape';
import { isTouching } from './tile-grid';

export type CaptionPlacements = ReadonlyMap<ShapeId, CaptionPlacement>;

export interface TileShapesOptions {
  readonly kinds: ShapeKinds;
  readonly getLook: LookGetter;
  /** Returns the shapes that touch `bounds` in painting order. */
  readonly shapesIn: (bounds: Bounds) => readonly Shape[];
}

/** Determines which shapes a tile shows, and where their captions are. Scales are CSS pixels for each image pixel. */
export class TileShapes {
  private excludedShapes: ReadonlyMap<ShapeId, Shape> = new Map();

  constructor(
    private readonly options: TileShapesOptions,
    private readonly captions: Captions,
  ) {}

  /**
   * Excludes shapes from the tiles. The space of their captions stays reserved, so that other captions do not move while a shape is
   * selected or dragged. Returns the previously excluded shapes.
   */
  exclude(shapes: readonly Shape[]): readonly Shape[] {
    const previousShapes = [...this.excludedShapes.values()];
    this.excludedShapes = new Map(shapes.map((shape) => [shape.id, shape]));
    return previousShapes;
  }

  /** Returns the shapes that are painted in an area, and the captions around it. */
  find(area: Bounds, scale: number): { shapes: readonly Shape[]; placements: CaptionPlacements } {
    const candidates = this.findAround(area, scale);
    const shapes = candidates.filter(
      (shape) => !this.excludedShapes.has(shape.id) && isTouching(getPaintedArea(shape, scale, this.options.kinds), area),
    );
    return { shapes, placements: this.layOutCaptions(candidates, scale) };
  }

  /** Returns where the captions of shapes are. */
  placeCaptions(shapes: readonly Shape[], scale: number): CaptionPlacements {
    const bounds = this.options.kinds.getCommonBounds(shapes);
    return this.layOutCaptions(bounds ? this.findAround(bounds, scale) : [], scale);
  }

  /** Returns the shapes that influence the positions of the captions in an area. */
  private findAround(area: Bounds, scale: number): Shape[] {
    const surroundings = expandByCaptions(area, scale);
    const { kinds, shapesIn } = this.options;
    const excludedShapes = [...this.excludedShapes.values()].filter((shape) => isTouching(kinds.getBounds(shape), surroundings));
    return [...shapesIn(surroundings).filter(({ id }) => !this.excludedShapes.has(id)), ...excludedShapes];
  }

  private layOutCaptions(shapes: readonly Shape[], scale: number): CaptionPlacements {
    const { kinds, getLook } = this.options;
    return placeCaptions(shapes, scale, kinds, (shape) => this.captions.measure(getLook(shape)));
  }
}
