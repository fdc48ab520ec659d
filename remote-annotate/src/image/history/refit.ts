import type { Change, HistoryEntry, HistoryStacks, ServerState, Shape, ShapeId } from '../../editor';
import { afterOf, changedId } from '../../editor/document/changes';
import { inverted, redoOf, serverStateOf, undoOf } from '../../editor/document/inverse';
import { sameJson } from '../../outbox';
import { parseOutsideWork, replaceShapeIds } from './outside-work';

/** Access to the shapes of the newly opened document. */
export interface CurrentShapes {
  get(id: ShapeId): Shape | undefined;
  byServerId(serverId: string): Shape | undefined;
}

export interface RefittedHistory extends HistoryStacks {
  /** Rows of deleted shapes, which an undo restores. */
  readonly rows: ReadonlyMap<ShapeId, ServerState>;
  /** Number of steps that can no longer be undone or redone completely, because another user has changed a shape. */
  readonly dropped: number;
}

/**
 * Adapts a stored history to the newly opened document. Shapes that were drawn then now have the ids of their rows. A change is
 * kept only while its shape still has the state after the change. Older changes of such a shape are dropped too.
 * @param rowOf returns the last known row id of a shape
 */
export function refit(
  stored: HistoryStacks,
  present: CurrentShapes,
  rowOf: (id: ShapeId) => string | undefined,
): RefittedHistory {
  const rows = collectRows(stored);
  const idNow = (id: ShapeId): ShapeId => {
    if (present.get(id)) return id;
    const row = rowOf(id) ?? rows.get(id)?.serverId;
    return (row === undefined ? undefined : present.byServerId(row)?.id) ?? id;
  };
  const undos = new HistoryWalker(present, idNow, 'undo').through(stored.undos);
  const redos = new HistoryWalker(present, idNow, 'redo').through(stored.redos);
  return { undos: undos.kept, redos: redos.kept, rows, dropped: undos.dropped + redos.dropped };
}

/** Collects the rows of shapes that are deleted, or were deleted when a step was made. */
function collectRows({ undos, redos }: HistoryStacks): Map<ShapeId, ServerState> {
  const rows = new Map<ShapeId, ServerState>();
  for (const { changes } of [...redos, ...undos])
    for (const change of changes) {
      const shape = change.op === 'create' ? change.after : change.before;
      if (shape.serverId !== undefined) rows.set(shape.id, serverStateOf(shape));
    }
  return rows;
}

/** Walks from the current state through the undo or redo steps. */
class HistoryWalker {
  private readonly shapes = new Map<ShapeId, Shape | undefined>();
  private readonly broken = new Set<ShapeId>();

  constructor(
    private readonly present: CurrentShapes,
    private readonly idNow: (id: ShapeId) => ShapeId,
    private readonly direction: 'undo' | 'redo',
  ) {}

  /** Returns the steps that can be kept, most recent last. */
  through(steps: readonly HistoryEntry[]): { kept: readonly HistoryEntry[]; dropped: number } {
    const kept: HistoryEntry[] = [];
    let dropped = 0;
    for (const step of [...steps].reverse()) {
      const inDocument = step.changes.length > 0 ? this.inDocument(step) : step;
      const fitting = inDocument?.outside ? this.outside(inDocument, inDocument.outside) : inDocument;
      if (fitting) kept.unshift(fitting);
      if (!fitting || fitting.changes.length < step.changes.length) dropped += 1;
    }
    return { kept, dropped };
  }

  private outside(step: HistoryEntry, { undo, redo, shapeId }: NonNullable<HistoryEntry['outside']>): HistoryEntry | null {
    const back = undo === null ? null : parseOutsideWork(undo);
    const again = redo === null ? null : parseOutsideWork(redo);
    if ((undo !== null && !back) || (redo !== null && !again)) return null;
    if (shapeId === undefined && step.changes.length === 0) return step;
    const id = shapeId === undefined ? undefined : this.idNow(shapeId);
    if (id !== undefined && !this.at(id)) return null;
    const outside = {
      undo: back && replaceShapeIds(back, this.idNow),
      redo: again && replaceShapeIds(again, this.idNow),
      shapeId: id,
    };
    return { ...step, outside };
  }

  private inDocument(step: HistoryEntry): HistoryEntry | null {
    const changes = step.changes.map((change) => this.renamed(change)).filter((change) => this.take(change));
    return changes.length === 0 ? null : { ...step, changes };
  }

  private take(change: Change): boolean {
    const id = changedId(change);
    const turned = this.direction === 'undo' ? undoOf(change, this.at) : redoOf(change, this.at);
    const fits = !this.broken.has(id) && turned !== null && this.fits(this.direction === 'undo' ? change : inverted(change));
    if (fits) this.shapes.set(id, afterOf(turned));
    else this.broken.add(id);
    return fits;
  }

  /** Whether the shape has the state after the change. */
  private fits(change: Change): boolean {
    const shape = this.at(changedId(change));
    if (change.op === 'delete') return shape === undefined;
    if (shape === undefined) return false;
    const left: Readonly<Record<string, unknown>> = { ...change.after };
    const found: Readonly<Record<string, unknown>> = { ...shape };
    const were: Readonly<Record<string, unknown>> = change.op === 'update' ? { ...change.before } : {};
    return ['kind', 'data', 'labelId', 'name', 'metaData'].every(
      (field) => sameJson(left[field], were[field]) || sameJson(left[field], found[field]),
    );
  }

  private renamed(change: Change): Change {
    const id = this.idNow(changedId(change));
    if (id === changedId(change)) return change;
    if (change.op === 'create') return { ...change, after: { ...change.after, id } };
    if (change.op === 'delete') return { ...change, before: { ...change.before, id } };
    return { ...change, before: { ...change.before, id }, after: { ...change.after, id } };
  }

  private readonly at = (id: ShapeId): Shape | undefined => (this.shapes.has(id) ? this.shapes.get(id) : this.present.get(id));
}
