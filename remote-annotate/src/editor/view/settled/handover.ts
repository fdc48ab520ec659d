import type { ChangeEvent } from '../../document/changes';
import { afterOf, beforeOf } from '../../document/changes';
import { shapeBounds } from '../../geometry/shape';
import type { Shape, ShapeId } from '../../types';
import type { SettledTiles } from './settled-tiles';

/** Past so many changes at once (a page, erase-all, a large selection) the tiles alone follow. */
const MOST_LINGERING = 50;

type Tiles = Pick<SettledTiles, 'spoil' | 'spoilAll' | 'spoilBehind' | 'leaveOut' | 'isFresh'>;

/**
 * Keeps what is on the screen whole while shapes pass between the tiles and the live layer: one that was changed or is
 * selected no more is drawn on top until the tiles show it.
 */
export class Handover {
  /** The one selected shape, which is drawn live. */
  private selected: Shape | null = null;
  /** Several selected shapes: they stay in the tiles, with another look. */
  private group: ReadonlySet<ShapeId> = new Set();
  private readonly lingering = new Map<ShapeId, Shape>();

  constructor(
    private readonly tiles: Tiles,
    /** The shape as it is now. */
    private readonly shapeOf: (id: ShapeId) => Shape | undefined,
  ) {}

  /** Shapes to draw over the tiles as if they were settled. */
  shapes(): readonly Shape[] {
    return [...this.lingering.values()];
  }

  select(shapes: readonly Shape[]): void {
    this.selectOne(shapes.length === 1 ? shapes[0]! : null);
    this.selectGroup(shapes.length > 1 ? shapes : []);
  }

  isInGroup(shape: Shape): boolean {
    return this.group.has(shape.id);
  }

  private selectOne(shape: Shape | null): void {
    const before = this.selected;
    this.selected = shape;
    if (before?.id === shape?.id) return;
    this.tiles.leaveOut(new Set(shape ? [shape.id] : []));
    if (before) this.linger(before);
    if (shape) {
      this.lingering.delete(shape.id);
      this.tiles.spoilBehind([shapeBounds(shape)]);
    }
  }

  private selectGroup(shapes: readonly Shape[]): void {
    const before = this.group;
    const group = new Map(shapes.map((shape) => [shape.id, shape]));
    const left = [...before].filter((id) => !group.has(id)).map(this.shapeOf);
    const changed = [...left, ...shapes.filter(({ id }) => !before.has(id))].filter((shape) => shape !== undefined);
    if (changed.length === 0) return;
    this.group = new Set(group.keys());
    const places = changed.map(shapeBounds);
    if (changed.length > MOST_LINGERING) return this.tiles.spoilAll(places);
    this.tiles.spoilBehind(places);
    for (const shape of changed) if (shape.id !== this.selected?.id) this.lingering.set(shape.id, shape);
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
    this.tiles.spoilBehind([shapeBounds(shape)]);
  }
}
