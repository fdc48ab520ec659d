import type { AnnotationDocument, ShapeSelector } from '../document/annotation-document';
import { areItemsEqual, Signal, type Batcher } from '../model/signals';
import type { Shape, ShapeId } from '../model/types';

const NOTHING: readonly ShapeId[] = [];

/** The selected shapes: any number of one kind, in the order of selection. */
export class Selection {
  readonly topic: Signal<readonly ShapeId[]>;
  /** Whether the user picked the selected shapes. False where a command left them selected, such as drawing, pasting or undo. */
  readonly isPicked: Signal<boolean>;
  private idSet: { readonly source: readonly ShapeId[]; readonly ids: ReadonlySet<ShapeId> } = {
    source: NOTHING,
    ids: new Set(),
  };

  constructor(
    private readonly document: AnnotationDocument,
    private readonly batcher: Batcher,
  ) {
    this.topic = new Signal(NOTHING, batcher, areItemsEqual);
    this.isPicked = new Signal(false, batcher);
  }

  get ids(): readonly ShapeId[] {
    return this.topic.getSnapshot();
  }

  get shapes(): readonly Shape[] {
    return this.ids.map((id) => this.document.get(id)).filter((shape) => shape !== undefined);
  }

  has(id: ShapeId): boolean {
    const { ids } = this;
    if (this.idSet.source !== ids) this.idSet = { source: ids, ids: new Set(ids) };
    return this.idSet.ids.has(id);
  }

  /** Replaces the selection. Skips shapes that are not in the document or have another kind than the first one. */
  set(which: ShapeSelector | null, isPicked = true): void {
    const ids = which === null ? NOTHING : typeof which === 'string' ? [which] : which;
    const shapes = [...new Set(ids)].map((id) => this.document.get(id)).filter((shape) => shape !== undefined);
    const kind = shapes[0]?.kind;
    this.batcher.run(() => {
      this.topic.set(shapes.filter((shape) => shape.kind === kind).map(({ id }) => id));
      this.isPicked.set(isPicked);
    });
  }

  /** Adds a shape, or removes it if it is selected. A shape of another kind replaces the selection. */
  toggle(id: ShapeId): void {
    if (this.has(id)) return this.set(this.ids.filter((other) => other !== id));
    this.set(this.isOtherKind(id) ? id : [...this.ids, id]);
  }

  /** Adds the shapes of the selected kind. If nothing is selected, adds the most frequent kind. */
  add(shapes: readonly Shape[]): void {
    if (this.ids.length > 0) return this.set([...this.ids, ...shapes.map(({ id }) => id)]);
    const byKind = this.document.kinds.names.map((kind) => shapes.filter((shape) => shape.kind === kind));
    const mostFrequent = byKind.toSorted((a, b) => b.length - a.length)[0] ?? [];
    this.set(mostFrequent.map(({ id }) => id));
  }

  /** Removes shapes from the selection, for example after they were deleted. */
  remove(ids: ReadonlySet<ShapeId>): void {
    if (this.ids.some((id) => ids.has(id)))
      this.set(
        this.ids.filter((id) => !ids.has(id)),
        this.isPicked.getSnapshot(),
      );
  }

  private isOtherKind(id: ShapeId): boolean {
    const first = this.document.get(this.ids[0] ?? id);
    return first?.kind !== this.document.get(id)?.kind;
  }
}
