import type { ShapeChange, HistoryEntry, HistoryStacks, ServerState, Shape, ShapeId } from '../../editor';
import { getAfter, getChangedId } from '../../editor/document/changes';
import { invertChange, toRedoChange, pickServerState, toUndoChange } from '../../editor/document/inverse';
import { isEqualJson } from '../../outbox';
import { parseExternalEffects, replaceShapeIds } from './external-effects';

/** Access to the shapes of the newly opened document. */
interface CurrentShapes {
  get(id: ShapeId): Shape | undefined;
  findByServerId(serverId: string): Shape | undefined;
}

/** A stored history that fits the newly opened document. */
interface RebasedHistory extends HistoryStacks {
  /** Rows of deleted shapes, which an undo restores. */
  readonly rows: ReadonlyMap<ShapeId, ServerState>;
  /** Number of steps that cannot be undone or redone completely, because another user has changed a shape since. */
  readonly droppedCount: number;
}

/**
 * Adapts a stored history to the newly opened document. Ids of shapes that were new when the history was stored are replaced by the ids of
 * their database rows. If the current state of a shape does not match a change, this change and all older changes of the shape are dropped.
 * @param getRowId returns the last known row id of a shape
 */
export function rebaseHistory(
  storedStacks: HistoryStacks,
  document: CurrentShapes,
  getRowId: (id: ShapeId) => string | undefined,
): RebasedHistory {
  const rows = collectRows(storedStacks);
  const getCurrentId = (id: ShapeId): ShapeId => {
    if (document.get(id)) return id;
    const rowId = getRowId(id) ?? rows.get(id)?.serverId;
    return (rowId === undefined ? undefined : document.findByServerId(rowId)?.id) ?? id;
  };
  const undos = new HistoryRebaser(document, getCurrentId, 'undo').filterSteps(storedStacks.undos);
  const redos = new HistoryRebaser(document, getCurrentId, 'redo').filterSteps(storedStacks.redos);
  return {
    undos: undos.remainingSteps,
    redos: redos.remainingSteps,
    rows,
    droppedCount: undos.droppedCount + redos.droppedCount,
  };
}

/** Collects the server rows of shapes that the steps have deleted or can delete. */
function collectRows({ undos, redos }: HistoryStacks): Map<ShapeId, ServerState> {
  const rows = new Map<ShapeId, ServerState>();
  for (const { changes } of [...redos, ...undos])
    for (const change of changes) {
      const shape = change.op === 'create' ? change.after : change.before;
      if (shape.serverId !== undefined) rows.set(shape.id, pickServerState(shape));
    }
  return rows;
}

/** Goes back from the current state through the undo steps, or forward through the redo steps. */
class HistoryRebaser {
  private readonly shapes = new Map<ShapeId, Shape | undefined>();
  private readonly outdatedShapes = new Set<ShapeId>();

  constructor(
    private readonly document: CurrentShapes,
    private readonly getCurrentId: (id: ShapeId) => ShapeId,
    private readonly direction: 'undo' | 'redo',
  ) {}

  /** Returns the steps that can be kept, most recent last. */
  filterSteps(steps: readonly HistoryEntry[]): { remainingSteps: readonly HistoryEntry[]; droppedCount: number } {
    const remainingSteps: HistoryEntry[] = [];
    let droppedCount = 0;
    for (const step of [...steps].reverse()) {
      const rebasedStep = step.changes.length > 0 ? this.rebaseChanges(step) : step;
      const rebasedEntry = rebasedStep?.outside ? this.rebaseExternalStep(rebasedStep, rebasedStep.outside) : rebasedStep;
      if (rebasedEntry) remainingSteps.unshift(rebasedEntry);
      if (!rebasedEntry || rebasedEntry.changes.length < step.changes.length) droppedCount += 1;
    }
    return { remainingSteps, droppedCount };
  }

  private rebaseExternalStep(
    step: HistoryEntry,
    { undo, redo, shapeId }: NonNullable<HistoryEntry['outside']>,
  ): HistoryEntry | null {
    const undoEffects = undo === null ? null : parseExternalEffects(undo);
    const redoEffects = redo === null ? null : parseExternalEffects(redo);
    if ((undo !== null && !undoEffects) || (redo !== null && !redoEffects)) return null;
    if (shapeId === undefined && step.changes.length === 0) return step;
    const id = shapeId === undefined ? undefined : this.getCurrentId(shapeId);
    if (id !== undefined && !this.getShape(id)) return null;
    const externalStep = {
      undo: undoEffects && replaceShapeIds(undoEffects, this.getCurrentId),
      redo: redoEffects && replaceShapeIds(redoEffects, this.getCurrentId),
      shapeId: id,
    };
    return { ...step, outside: externalStep };
  }

  private rebaseChanges(step: HistoryEntry): HistoryEntry | null {
    const changes = step.changes.map((change) => this.replaceShapeId(change)).filter((change) => this.applyIfApplicable(change));
    return changes.length === 0 ? null : { ...step, changes };
  }

  private applyIfApplicable(change: ShapeChange): boolean {
    const id = getChangedId(change);
    const appliedChange = this.direction === 'undo' ? toUndoChange(change, this.getShape) : toRedoChange(change, this.getShape);
    const canApply =
      !this.outdatedShapes.has(id) &&
      appliedChange !== null &&
      this.isApplicable(this.direction === 'undo' ? change : invertChange(change));
    if (canApply) this.shapes.set(id, getAfter(appliedChange));
    else this.outdatedShapes.add(id);
    return canApply;
  }

  /** Whether the shape has the state after the change. */
  private isApplicable(change: ShapeChange): boolean {
    const shape = this.getShape(getChangedId(change));
    if (change.op === 'delete') return shape === undefined;
    if (shape === undefined) return false;
    const expectedFields: Readonly<Record<string, unknown>> = { ...change.after };
    const currentFields: Readonly<Record<string, unknown>> = { ...shape };
    const previousFields: Readonly<Record<string, unknown>> = change.op === 'update' ? { ...change.before } : {};
    return ['kind', 'data', 'labelId', 'name', 'metaData', 'attributes'].every(
      (field) =>
        isEqualJson(expectedFields[field], previousFields[field]) || isEqualJson(expectedFields[field], currentFields[field]),
    );
  }

  private replaceShapeId(change: ShapeChange): ShapeChange {
    const id = this.getCurrentId(getChangedId(change));
    if (id === getChangedId(change)) return change;
    if (change.op === 'create') return { ...change, after: { ...change.after, id } };
    if (change.op === 'delete') return { ...change, before: { ...change.before, id } };
    return { ...change, before: { ...change.before, id }, after: { ...change.after, id } };
  }

  private readonly getShape = (id: ShapeId): Shape | undefined =>
    this.shapes.has(id) ? this.shapes.get(id) : this.document.get(id);
}
