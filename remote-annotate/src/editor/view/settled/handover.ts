import type { ChangeEvent } from '../../document/changes';
import { afterOf, beforeOf } from '../../document/changes';
import { shapeBounds } from '../../geometry/shape';
import type { Shape, ShapeId } from '../../types';
import type { SettledTiles } from './settled-tiles';

/** Past so many changes at once (a page, erase-all) the tiles alone follow. */
const MOST_LINGERING = 50;

type Tiles = Pick<SettledTiles, 'spoil' | 'leaveOut' | 'isFresh'>;

/**
 * Keeps what is on the screen whole while shapes pass between the tiles and the live layer: one that was changed or is
 * selected no more is drawn on top until the tiles show it.
 */
export class Handover {
  private selected: Shape | null = null;
  private readonly lingering = new Map<ShapeId, Shape>();

  constructor(private readonly tiles: Tiles) {}

  /** Shapes to draw over the tiles as if they were settled. */
  shapes(): readonly Shape[] {
    return [...this.lingering.values()];
  }

  select(shape: Shape | null): void {
    const before = this.selected;
    if (before?.id === shape?.id) {
      this.selected = shape;
      return;
    }
    this.selected = shape;
    this.tiles.leaveOut(new Set(shape ? [shape.id] : []));
    if (before) this.linger(before);
    if (shape) {
      this.lingering.delete(shape.id);
      this.tiles.spoil(shapeBounds(shape));
    }
  }

  take({ cause, changes }: ChangeEvent): void {
    // An acknowledgement changes no pixel.
    if (cause === 'acknowledge') return;
    for (const change of changes) {
      const before = beforeOf(change);
      const after = afterOf(change);
      if (before) this.tiles.spoil(shapeBounds(before));
      if (!after) {
        this.lingering.delete(change.op === 'delete' ? change.before.id : '');
        if (this.selected?.id === before?.id) this.selected = null;
      } else if (after.id === this.selected?.id) {
        this.selected = after;
      } else if (changes.length <= MOST_LINGERING) {
        this.linger(after);
      } else {
        this.tiles.spoil(shapeBounds(after));
      }
    }
  }

  /** The tiles have grown fresher. */
  settle(): void {
    for (const [id, shape] of this.lingering) if (this.tiles.isFresh(shapeBounds(shape))) this.lingering.delete(id);
  }

  private linger(shape: Shape): void {
    this.lingering.set(shape.id, shape);
    this.tiles.spoil(shapeBounds(shape));
  }
}
