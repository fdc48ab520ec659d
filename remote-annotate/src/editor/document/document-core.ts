import { shapeBounds } from '../geometry/shape';
import { newShapeId } from '../ids';
import type { PictureSize, ServerState, Shape, ShapeId, ShapeKind } from '../types';
import { changedId, type Change, type ChangeCause, type ChangeEvent, type Origin } from './changes';
import { Emitter } from './emitter';
import { History, type Direction, type HistoryEntry, type HistoryStacks, type OutsideStep } from './history';
import { redoOf, serverStateOf, undoOf } from './inverse';
import type { RemoteChange } from './remote';
import { ShapeStore } from './shape-store';

export interface DocumentOptions {
  readonly picture: PictureSize;
  /** Milliseconds; only differences matter. */
  readonly now?: () => number;
  readonly historyLimit?: number;
}

const DEFAULT_HISTORY_LIMIT = 1000;

/** Shapes, the stream of changes, undo and redo, and the way in for what comes from the server. */
export class DocumentCore {
  readonly picture: PictureSize;
  protected readonly store = new ShapeStore();
  private readonly history: History;
  private readonly emitter = new Emitter<ChangeEvent>();
  private readonly outside = new Emitter<{ readonly work: unknown }>();
  private readonly historyChanges = new Emitter<'changed'>();
  private readonly now: () => number;
  /** Server ids of rows deleted here or there, so that a page that was under way does not bring them back. */
  private readonly goneRows = new Set<string>();
  /** The rows of shapes that were deleted here: an undo restores them. */
  private readonly lastRows = new Map<ShapeId, ServerState>();
  private revisionNumber = 0;

  constructor({ picture, now = () => Date.now(), historyLimit = DEFAULT_HISTORY_LIMIT }: DocumentOptions) {
    this.picture = picture;
    this.now = now;
    this.history = new History(historyLimit, () => this.historyChanges.emit('changed'));
  }

  /** Grows with every event. */
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

  /** The shape that the server knows under `serverId`, whatever its id is here. */
  byServerId(serverId: string): Shape | undefined {
    return this.store.byServerId(serverId);
  }

  /** All shapes in their lasting order; the same array until something changes. */
  shapes(): readonly Shape[] {
    return this.store.list();
  }

  counts(): Readonly<Record<ShapeKind, number>> {
    return this.store.counts();
  }

  /** Subscribes to the change events of one origin, or of both; returns the unsubscriber. */
  listen(listener: (event: ChangeEvent) => void, origin?: Origin): () => void {
    return this.emitter.subscribe((event) => {
      if (!origin || event.origin === origin) listener(event);
    });
  }

  /** Takes the last local command back, as a local change. Returns what changed; empty if there is nothing to undo. */
  undo(): readonly Change[] {
    return this.travel('undo');
  }

  redo(): readonly Change[] {
    return this.travel('redo');
  }

  /** The shapes in the document that the next undo or redo would change or take away. */
  changedByNext(direction: Direction): readonly ShapeId[] {
    const entries = direction === 'undo' ? this.history.stacks.undos : this.history.stacks.redos;
    for (const entry of entries.toReversed()) {
      const turned = this.turned(entry.changes, direction);
      if (turned.length > 0 || isOutsideAlone(entry))
        return turned.flatMap(({ change }) => (change.op === 'create' ? [] : [changedId(change)]));
    }
    return [];
  }

  /** Told what an undo or redo of a step outside the document is to do. */
  onOutside(listener: (work: unknown) => void): () => void {
    return this.outside.subscribe(({ work }) => listener(work));
  }

  /** What can be undone and redone. */
  get historyStacks(): HistoryStacks {
    return this.history.stacks;
  }

  /** Told when what can be undone or redone has changed, or what a deleted shape's row is called. */
  onHistory(listener: () => void): () => void {
    return this.historyChanges.subscribe(listener);
  }

  /** The row that a shape had which was deleted here. */
  lastRow(id: ShapeId): ServerState | undefined {
    return this.lastRows.get(id);
  }

  /** Puts the history of an earlier visit under what was done since. `rows`: of the shapes that it deleted. */
  restoreHistory(stacks: HistoryStacks, rows: ReadonlyMap<ShapeId, ServerState>): void {
    for (const [id, row] of rows) if (!this.store.get(id) && !this.lastRows.has(id)) this.lastRows.set(id, row);
    this.history.restore(stacks);
  }

  /** Files a command whose effect lies outside the document among its own, to be undone and redone in its turn. */
  recordOutside(outside: OutsideStep, coalesceKey?: string): void {
    this.history.push({ changes: [], outside, coalesceKey, at: this.now() });
  }

  /** Makes a step outside the document a part of the last command: both are undone, and redone, as one. */
  attachOutside(outside: OutsideStep): void {
    this.history.attach(outside);
  }

  /** Files a step that was undone or redone elsewhere as the next one in `direction`; all that can be undone and redone stays. */
  fileOutside(direction: Direction, outside: OutsideStep): void {
    this.history.putBack(direction === 'undo' ? 'redo' : 'undo', { changes: [], outside });
  }

  /** Changes the steps outside the document that can be undone or redone; null: nothing is left of one. */
  reviseOutside(change: (step: OutsideStep) => OutsideStep | null): void {
    this.history.revise(change);
  }

  /** Adds the shapes of a page from the server; those already known, or deleted here meanwhile, are left as they are. */
  loadPage(shapes: readonly Shape[]): void {
    const changes = shapes
      .filter((shape) => !this.isGone(shape) && !this.known(shape) && isDrawable(shape))
      .map((after): Change => ({ op: 'create', after }));
    this.commit(changes, 'load', 'remote');
  }

  /** Applies what the server says; nothing of it can be undone here. */
  applyRemote(remoteChanges: readonly RemoteChange[]): void {
    const changes = remoteChanges.map((change) => this.fromRemote(change)).filter((change) => change !== null);
    this.commit(changes, 'remote', 'remote');
  }

  /**
   * Notes the server's id and version of a shape after a write was acknowledged. For a shape that was deleted here
   * before its creation was acknowledged, only the row's id is noted, so that a page cannot bring it back.
   */
  acknowledge(id: ShapeId, server: ServerState): void {
    this.acknowledgeAll([{ id, server }]);
  }

  /** As `acknowledge`, of many writes at once: one event. */
  acknowledgeAll(written: readonly { readonly id: ShapeId; readonly server: ServerState }[]): void {
    const changes = written.flatMap(({ id, server }) => {
      const shape = this.store.get(id);
      const loadedTwice = server.serverId === undefined ? undefined : this.store.byServerId(server.serverId);
      const twin: Change[] = loadedTwice && loadedTwice.id !== id ? [{ op: 'delete', before: loadedTwice }] : [];
      return shape ? [...twin, { op: 'update' as const, before: shape, after: { ...shape, ...server } }] : twin;
    });
    this.commit(changes, 'acknowledge', 'remote');
    for (const { id, server } of written) {
      if (server.serverId === undefined) continue;
      if (this.store.get(id)) {
        this.goneRows.delete(server.serverId);
        continue;
      }
      this.goneRows.add(server.serverId);
      this.lastRows.set(id, server);
      this.historyChanges.emit('changed');
    }
  }

  /** Applies changes as one local command with one undo step. */
  protected commitLocal(changes: readonly Change[], cause: ChangeCause, coalesceKey?: string): void {
    if (changes.length === 0) return;
    this.history.push({ changes, coalesceKey, at: this.now() });
    this.commit(changes, cause, 'local', coalesceKey);
  }

  private commit(changes: readonly Change[], cause: ChangeCause, origin: Origin, coalesceKey?: string): void {
    if (changes.length === 0) return;
    const removed = new Set<ShapeId>();
    for (const change of changes) {
      this.store.apply(change);
      if (change.op !== 'delete') continue;
      const { id, serverId } = change.before;
      removed.add(id);
      if (serverId === undefined) continue;
      this.goneRows.add(serverId);
      this.lastRows.set(id, serverStateOf(change.before));
    }
    if (origin === 'remote' && removed.size > 0) this.history.forget(removed);
    this.revisionNumber += 1;
    this.emitter.emit({ origin, cause, changes, coalesceKey });
  }

  private travel(direction: Direction): readonly Change[] {
    // An entry of which nothing is left is dropped: a person who presses the key wants to see something happen.
    for (let entry = this.history.take(direction); entry; entry = this.history.take(direction)) {
      const turned = this.turned(entry.changes, direction);
      if (turned.length === 0 && !isOutsideAlone(entry)) continue;
      const { outside } = entry;
      const back = outside && (direction === 'undo' ? outside.redo : outside.undo);
      if (back !== null) this.history.putBack(direction, { changes: turned.map(({ done }) => done), outside });
      const changes = turned.map(({ change }) => this.restoring(change));
      this.commit(changes, direction, 'local');
      if (outside) this.outside.emit({ work: outside[direction] });
      return changes;
    }
    return [];
  }

  /** What takes changes back, or does them again, of those of which something is left. */
  private turned(changes: readonly Change[], direction: Direction): readonly { done: Change; change: Change }[] {
    const turn = direction === 'undo' ? undoOf : redoOf;
    return changes.flatMap((done) => {
      const change = turn(done, this.store.get);
      return change ? [{ done, change }] : [];
    });
  }

  private restoring(change: Change): Change {
    const restores = change.op === 'create' ? this.lastRows.get(change.after.id) : undefined;
    return change.op === 'create' && restores ? { ...change, restores } : change;
  }

  private fromRemote(change: RemoteChange): Change | null {
    switch (change.op) {
      case 'delete': {
        this.goneRows.add(change.serverId);
        return deletion(this.store.byServerId(change.serverId));
      }
      case 'drop':
        return deletion(this.store.get(change.id));
      case 'put':
        return this.isGone(change.shape) ? null : this.putChange(change.shape);
      case 'restore': {
        if (change.shape.serverId !== undefined) this.goneRows.delete(change.shape.serverId);
        return this.putChange(change.shape);
      }
    }
  }

  private putChange(shape: Shape): Change | null {
    if (!isDrawable(shape)) return null;
    const before = this.known(shape);
    if (before) return { op: 'update', before, after: { ...shape, id: before.id } };
    return { op: 'create', after: this.store.get(shape.id) ? { ...shape, id: newShapeId() } : shape };
  }

  private known(shape: Shape): Shape | undefined {
    const sameRow = shape.serverId === undefined ? undefined : this.store.byServerId(shape.serverId);
    if (sameRow) return sameRow;
    const sameId = this.store.get(shape.id);
    // Drawn again by an undo, a shape keeps its id but is another row than the one that bore it first.
    return sameId?.serverId === undefined || sameId.serverId === shape.serverId ? sameId : undefined;
  }

  private isGone(shape: Shape): boolean {
    return shape.serverId !== undefined && this.goneRows.has(shape.serverId);
  }
}

function isOutsideAlone({ changes, outside }: HistoryEntry): boolean {
  return outside !== undefined && changes.length === 0;
}

function deletion(before: Shape | undefined): Change | null {
  return before ? { op: 'delete', before } : null;
}

/** One row without coordinates would spoil the spatial index for all others. */
function isDrawable(shape: Shape): boolean {
  const { minX, minY, maxX, maxY } = shapeBounds(shape);
  return minX <= maxX && minY <= maxY && Number.isFinite(maxX - minX + maxY - minY);
}
