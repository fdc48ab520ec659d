import type { ShapeKinds } from '../kinds/shape-kinds';
import { newShapeId } from '../model/ids';
import type { ImageSize, ServerState, Shape, ShapeId, ShapeKind } from '../model/types';
import { getChangedId, type ShapeChange, type ChangeCause, type ChangeEvent, type Origin } from './changes';
import { Emitter } from './emitter';
import { History, type Direction, type HistoryEntry, type HistoryStacks, type ExternalStep } from './history';
import { toRedoChange, pickServerState, toUndoChange } from './inverse';
import type { RemoteChange } from './remote';
import { ShapeStore } from './shape-store';

interface DocumentOptions {
  readonly kinds: ShapeKinds;
  readonly imageSize: ImageSize;
  /** Ignores local commands. Changes from the server are still applied. Default: false. */
  readonly isReadOnly?: boolean;
  /** Returns a time in milliseconds. Only differences between two calls are used. */
  readonly now?: () => number;
}

/** Holds the shapes, emits change events, provides undo and redo, and accepts changes from the server. */
export class DocumentCore {
  readonly kinds: ShapeKinds;
  readonly imageSize: ImageSize;
  protected readonly store: ShapeStore;
  private readonly history: History;
  private readonly emitter = new Emitter<ChangeEvent>();
  private readonly externalStepEmitter = new Emitter<{ readonly stepValue: unknown }>();
  private readonly historyChanges = new Emitter<'changed'>();
  private readonly now: () => number;
  private readonly isReadOnly: boolean;
  /** Server ids of deleted rows. A list response that was requested before the deletion must not restore these rows. */
  private readonly deletedRowIds = new Set<string>();
  /** The rows of shapes that were deleted locally. Undo restores these rows. */
  private readonly deletedRows = new Map<ShapeId, ServerState>();
  private revisionNumber = 0;

  constructor({ kinds, imageSize, isReadOnly = false, now = () => Date.now() }: DocumentOptions) {
    this.kinds = kinds;
    this.store = new ShapeStore(kinds.names);
    this.imageSize = imageSize;
    this.now = now;
    this.isReadOnly = isReadOnly;
    this.history = new History(() => this.historyChanges.emit('changed'));
  }

  /** Increases with every event. */
  get revision(): number {
    return this.revisionNumber;
  }

  get canUndo(): boolean {
    return this.history.canUndo;
  }

  get canRedo(): boolean {
    return this.history.canRedo;
  }

  get size(): number {
    return this.store.size;
  }

  get(id: ShapeId): Shape | undefined {
    return this.store.get(id);
  }

  /** Returns the shape with this row id. Its local id may differ. */
  findByServerId(serverId: string): Shape | undefined {
    return this.store.findByServerId(serverId);
  }

  /** Returns all shapes in a stable order. The array is the same object until a shape changes. */
  getShapes(): readonly Shape[] {
    return this.store.getShapes();
  }

  getCounts(): Readonly<Record<ShapeKind, number>> {
    return this.store.getCounts();
  }

  /** Subscribes to the change events of one origin or of both. Returns a function that unsubscribes. */
  listen(listener: (event: ChangeEvent) => void, origin?: Origin): () => void {
    return this.emitter.subscribe((event) => {
      if (!origin || event.origin === origin) listener(event);
    });
  }

  /** Undoes the last local command, as a local change. Returns the changes; none if there is nothing to undo. */
  undo(): readonly ShapeChange[] {
    return this.applyNext('undo');
  }

  redo(): readonly ShapeChange[] {
    return this.applyNext('redo');
  }

  /** Returns the shapes that the next undo or redo would change or delete. */
  findChangedByNext(direction: Direction): readonly ShapeId[] {
    const entries = direction === 'undo' ? this.history.stacks.undos : this.history.stacks.redos;
    for (const historyEntry of entries.toReversed()) {
      const applicable = this.getApplicable(historyEntry.changes, direction);
      if (applicable.length > 0 || hasOnlyExternalStep(historyEntry))
        return applicable.flatMap(({ change }) => (change.op === 'create' ? [] : [getChangedId(change)]));
    }
    return [];
  }

  /**
   * Subscribes to undo and redo of external steps: commands with an effect outside the document, such as a label of the image. The listener
   * gets the `undo` or `redo` value of the step.
   */
  onExternalStep(listener: (stepValue: unknown) => void): () => void {
    return this.externalStepEmitter.subscribe(({ stepValue }) => listener(stepValue));
  }

  /** The entries that can be undone and redone. */
  get historyStacks(): HistoryStacks {
    return this.history.stacks;
  }

  /** Subscribes to changes of the history and of the row ids of deleted shapes. */
  onHistory(listener: () => void): () => void {
    return this.historyChanges.subscribe(listener);
  }

  /** Returns the row of a shape that was deleted locally. */
  getDeletedRow(id: ShapeId): ServerState | undefined {
    return this.deletedRows.get(id);
  }

  /**
   * Inserts the history of an earlier visit to the image before the current history. `rows` are the server rows of the shapes that were
   * deleted during that visit.
   */
  restoreHistory(stacks: HistoryStacks, rows: ReadonlyMap<ShapeId, ServerState>): void {
    for (const [id, row] of rows) if (!this.store.get(id) && !this.deletedRows.has(id)) this.deletedRows.set(id, row);
    this.history.restore(stacks);
  }

  /** Adds an external step to the history, so that undo and redo process it in order with the commands of the document. */
  recordExternalStep(externalStep: ExternalStep, coalesceKey?: string): void {
    this.history.push({ changes: [], outside: externalStep, coalesceKey, at: this.now() });
  }

  /** Makes an external step a part of the last command, so that both are undone and redone together. */
  attachExternalStep(externalStep: ExternalStep): void {
    this.history.attach(externalStep);
  }

  /** Adds an external step as the next entry to undo or redo (`direction`). Used if the step was undone or redone on another image. */
  addExternalStep(direction: Direction, externalStep: ExternalStep): void {
    this.history.pushOpposite(direction === 'undo' ? 'redo' : 'undo', { changes: [], outside: externalStep });
  }

  /** Replaces each external step of the history with the result of `change`. The result null removes the step. */
  replaceExternalSteps(change: (externalStep: ExternalStep) => ExternalStep | null): void {
    this.history.revise(change);
  }

  /** Adds shapes from the server, in descending order of creation. Skips shapes that are already stored or were deleted. */
  loadPage(shapes: readonly Shape[]): void {
    const newShapes = shapes.filter((shape) => !this.isDeleted(shape) && !this.findSameShape(shape) && this.isDrawable(shape));
    this.store.placeFirst(newShapes);
    const changes = newShapes.map((after): ShapeChange => ({ op: 'create', after }));
    this.commit(changes, 'load', 'remote');
  }

  /** Applies changes from the server, which cannot be undone locally. */
  applyRemote(remoteChanges: readonly RemoteChange[]): void {
    const changes = remoteChanges.map((change) => this.toChange(change)).filter((change) => change !== null);
    this.commit(changes, 'remote', 'remote');
  }

  /**
   * Stores the row id and version of a shape after the server has acknowledged a write. If the shape has been deleted in the meantime,
   * remembers only the row id, so that a list response cannot restore the shape.
   */
  acknowledge(id: ShapeId, server: ServerState): void {
    this.acknowledgeAll([{ id, server }]);
  }

  /** Does the same as `acknowledge` for many writes with one event. */
  acknowledgeAll(acknowledgements: readonly { readonly id: ShapeId; readonly server: ServerState }[]): void {
    const changes = acknowledgements.flatMap(({ id, server }) => {
      const shape = this.store.get(id);
      const shapeOfSameRow = server.serverId === undefined ? undefined : this.store.findByServerId(server.serverId);
      const deletions: ShapeChange[] =
        shapeOfSameRow && shapeOfSameRow.id !== id ? [{ op: 'delete', before: shapeOfSameRow }] : [];
      return shape ? [...deletions, { op: 'update' as const, before: shape, after: { ...shape, ...server } }] : deletions;
    });
    this.commit(changes, 'acknowledge', 'remote');
    for (const { id, server } of acknowledgements) {
      if (server.serverId === undefined) continue;
      if (this.store.get(id)) {
        this.deletedRowIds.delete(server.serverId);
        continue;
      }
      this.deletedRowIds.add(server.serverId);
      this.deletedRows.set(id, server);
      this.historyChanges.emit('changed');
    }
  }

  /** Applies changes as one local command with one undo step. */
  protected commitLocal(changes: readonly ShapeChange[], cause: ChangeCause, coalesceKey?: string): void {
    if (changes.length === 0 || this.isReadOnly) return;
    this.history.push({ changes, coalesceKey, at: this.now() });
    this.commit(changes, cause, 'local', coalesceKey);
  }

  private commit(changes: readonly ShapeChange[], cause: ChangeCause, origin: Origin, coalesceKey?: string): void {
    if (changes.length === 0) return;
    const removedIds = new Set<ShapeId>();
    for (const change of changes) {
      this.store.apply(change);
      if (change.op !== 'delete') continue;
      const { id, serverId } = change.before;
      removedIds.add(id);
      if (serverId === undefined) continue;
      this.deletedRowIds.add(serverId);
      this.deletedRows.set(id, pickServerState(change.before));
    }
    if (origin === 'remote' && removedIds.size > 0) this.history.forget(removedIds);
    this.revisionNumber += 1;
    this.emitter.emit({ origin, cause, changes, coalesceKey });
  }

  private applyNext(direction: Direction): readonly ShapeChange[] {
    // Skip entries that no longer have an effect, because users expect every undo or redo to be visible.
    for (let historyEntry = this.history.pop(direction); historyEntry; historyEntry = this.history.pop(direction)) {
      const applicable = this.getApplicable(historyEntry.changes, direction);
      if (applicable.length === 0 && !hasOnlyExternalStep(historyEntry)) continue;
      const { outside: externalStep } = historyEntry;
      const reverseStep = externalStep && (direction === 'undo' ? externalStep.redo : externalStep.undo);
      if (reverseStep !== null)
        this.history.pushOpposite(direction, {
          changes: applicable.map(({ originalChange }) => originalChange),
          outside: externalStep,
        });
      const changes = applicable.map(({ change }) => this.withRestoredRow(change));
      this.commit(changes, direction, 'local');
      if (externalStep) this.externalStepEmitter.emit({ stepValue: externalStep[direction] });
      return changes;
    }
    return [];
  }

  /** Returns the changes of an entry that can still be undone or redone (`originalChange`), each with the change to apply (`change`). */
  private getApplicable(
    changes: readonly ShapeChange[],
    direction: Direction,
  ): { originalChange: ShapeChange; change: ShapeChange }[] {
    const convert = direction === 'undo' ? toUndoChange : toRedoChange;
    return changes.flatMap((originalChange) => {
      const change = convert(originalChange, this.store.get);
      return change ? [{ originalChange, change }] : [];
    });
  }

  private withRestoredRow(change: ShapeChange): ShapeChange {
    const restores = change.op === 'create' ? this.deletedRows.get(change.after.id) : undefined;
    return change.op === 'create' && restores ? { ...change, restores } : change;
  }

  private toChange(change: RemoteChange): ShapeChange | null {
    switch (change.op) {
      case 'delete': {
        this.deletedRowIds.add(change.serverId);
        return toDeletion(this.store.findByServerId(change.serverId));
      }
      case 'drop':
        return toDeletion(this.store.get(change.id));
      case 'put':
        return this.isDeleted(change.shape) ? null : this.toPutChange(change.shape);
      case 'restore': {
        if (change.shape.serverId !== undefined) this.deletedRowIds.delete(change.shape.serverId);
        return this.toPutChange(change.shape);
      }
    }
  }

  private toPutChange(shape: Shape): ShapeChange | null {
    if (!this.isDrawable(shape)) return null;
    const knownShape = this.findSameShape(shape);
    if (knownShape) return { op: 'update', before: knownShape, after: { ...shape, id: knownShape.id } };
    return { op: 'create', after: this.store.get(shape.id) ? { ...shape, id: newShapeId() } : shape };
  }

  private findSameShape(shape: Shape): Shape | undefined {
    const sameRow = shape.serverId === undefined ? undefined : this.store.findByServerId(shape.serverId);
    if (sameRow) return sameRow;
    const sameId = this.store.get(shape.id);
    // A shape that was restored by undo keeps its local id but may have a new row.
    return sameId?.serverId === undefined || sameId.serverId === shape.serverId ? sameId : undefined;
  }

  private isDeleted(shape: Shape): boolean {
    return shape.serverId !== undefined && this.deletedRowIds.has(shape.serverId);
  }

  /** Whether all coordinates are finite. A single shape with other coordinates would corrupt the spatial index for all shapes. */
  private isDrawable(shape: Shape): boolean {
    const { minX, minY, maxX, maxY } = this.kinds.getBounds(shape);
    return minX <= maxX && minY <= maxY && Number.isFinite(maxX - minX + maxY - minY);
  }
}

function hasOnlyExternalStep({ changes, outside: externalStep }: HistoryEntry): boolean {
  return externalStep !== undefined && changes.length === 0;
}

function toDeletion(before: Shape | undefined): ShapeChange | null {
  return before ? { op: 'delete', before } : null;
}
