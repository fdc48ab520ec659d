import type { AnnotationDocument, Which } from './document/annotation-document';
import { Signal, type Batcher } from './signals';
import { SHAPE_KINDS, type Shape, type ShapeId } from './types';

const NOTHING: readonly ShapeId[] = [];

/** The selected shapes: any number, all of one kind, in the order in which they were selected. */
export class Selection {
  readonly topic: Signal<readonly ShapeId[]>;
  /** Whether the user picked the selected shapes. False where a command left them selected, such as drawing, pasting or undo. */
  readonly isPicked: Signal<boolean>;
  private known: { readonly of: readonly ShapeId[]; readonly ids: ReadonlySet<ShapeId> } = { of: NOTHING, ids: new Set() };

  constructor(
    private readonly document: AnnotationDocument,
    private readonly batcher: Batcher,
  ) {
    this.topic = new Signal(NOTHING, batcher, sameIds);
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
    if (this.known.of !== ids) this.known = { of: ids, ids: new Set(ids) };
    return this.known.ids.has(id);
  }

  /** Selects these and nothing else. What is not in the document, or of another kind than the first of them, is left out. */
  set(which: Which | null, isPicked = true): void {
    const ids = which === null ? NOTHING : typeof which === 'string' ? [which] : which;
    const shapes = [...new Set(ids)].map((id) => this.document.get(id)).filter((shape) => shape !== undefined);
    const kind = shapes[0]?.kind;
    this.batcher.run(() => {
      this.topic.set(shapes.filter((shape) => shape.kind === kind).map(({ id }) => id));
      this.isPicked.set(isPicked);
    });
  }

  /** Adds a shape, or takes it away where it is selected. One of another kind takes the place of all. */
  toggle(id: ShapeId): void {
    if (this.has(id)) return this.set(this.ids.filter((other) => other !== id));
    this.set(this.isOtherKind(id) ? id : [...this.ids, id]);
  }

  /** Adds those of the kind that is selected; where nothing is, those of the kind that is most among them. */
  add(shapes: readonly Shape[]): void {
    if (this.ids.length > 0) return this.set([...this.ids, ...shapes.map(({ id }) => id)]);
    const byKind = SHAPE_KINDS.map((kind) => shapes.filter((shape) => shape.kind === kind));
    const most = byKind.toSorted((a, b) => b.length - a.length)[0] ?? [];
    this.set(most.map(({ id }) => id));
  }

  /** Forgets what has left the document. */
  forget(gone: ReadonlySet<ShapeId>): void {
    if (this.ids.some((id) => gone.has(id)))
      this.set(
        this.ids.filter((id) => !gone.has(id)),
        this.isPicked.getSnapshot(),
      );
  }

  private isOtherKind(id: ShapeId): boolean {
    const first = this.document.get(this.ids[0] ?? id);
    return first?.kind !== this.document.get(id)?.kind;
  }
}

function sameIds(a: readonly ShapeId[], b: readonly ShapeId[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}
