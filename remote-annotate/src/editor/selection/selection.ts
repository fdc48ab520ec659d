import type { AnnotationDocument, ShapeSelector } from '../document/annotation-document';
import { areItemsEqual, Signal, type Batcher } from '../model/signals';
import type { Shape, ShapeId } from '../model/types';

const EMPTY_SELECTION: readonly ShapeId[] = [];

/** The selected shapes, in the order of selection within each kind. */
export class Selection {
  /** Observable value with the ids of the selected shapes. */
  readonly topic: Signal<readonly ShapeId[]>;
  /**
   * Whether the user picked the selected shapes, for example by a click. False if a command such as drawing, pasting or undo selected them.
   */
  readonly isPicked: Signal<boolean>;
  private idSet: { readonly source: readonly ShapeId[]; readonly ids: ReadonlySet<ShapeId> } = {
    source: EMPTY_SELECTION,
    ids: new Set(),
  };

  constructor(
    private readonly document: AnnotationDocument,
    private readonly batcher: Batcher,
  ) {
    this.topic = new Signal(EMPTY_SELECTION, batcher, areItemsEqual);
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

  /** Replaces the selection. Skips shapes that are not in the document. */
  set(selector: ShapeSelector | null, isPicked = true): void {
    const ids = selector === null ? EMPTY_SELECTION : typeof selector === 'string' ? [selector] : selector;
    const shapes = [...new Set(ids)].map((id) => this.document.get(id)).filter((shape) => shape !== undefined);
    // Keep shapes of one kind together, because consecutive changes of one kind are sent as one request.
    const kinds = [...new Set(shapes.map(({ kind }) => kind))];
    this.batcher.run(() => {
      this.topic.set(kinds.flatMap((kind) => shapes.filter((shape) => shape.kind === kind).map(({ id }) => id)));
      this.isPicked.set(isPicked);
    });
  }

  /** Adds a shape, or removes it if it is selected. */
  toggle(id: ShapeId): void {
    this.set(this.has(id) ? this.ids.filter((selectedId) => selectedId !== id) : [...this.ids, id]);
  }

  add(shapes: readonly Shape[]): void {
    this.set([...this.ids, ...shapes.map(({ id }) => id)]);
  }

  /** Removes shapes from the selection, for example after they were deleted. */
  remove(ids: ReadonlySet<ShapeId>): void {
    if (this.ids.some((id) => ids.has(id)))
      this.set(
        this.ids.filter((id) => !ids.has(id)),
        this.isPicked.getSnapshot(),
      );
  }
}
