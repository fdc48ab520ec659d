import { Json, MAX_IMPORT_CLASSES, type ImportClass, type ImportNote } from '@console/shared-contract/api';
import { NAME_LENGTH } from '@console/shared-contract/limits';
import type { DiscoveredFile } from '../../readers/reader/file-set';
import {
  UnreadableError,
  type ImageReference,
  type EntityKind,
  type ParsedClass,
  type ImageFacts,
  type ParsedShape,
  type DeclaredEntity,
  type DeclaredPrice,
  type DeclaredProduct,
  type DeclaredProductSet,
  type ImportSink,
} from '../../readers/reader/reader';
import { ImageResolver } from './image-resolver';
import { messages } from '../state/messages';
import { EntityRows, toStorableJobItem, type EntityRow } from './declared-entities';

/** A row of `import_item` before the plan: an image of the files or one that annotations name. */
export interface DraftItem {
  path: string;
  /** Null: annotations name an image that is not in the files. The plan searches the workspace for it. */
  file: DiscoveredFile | null;
  facts: ImageFacts;
  reason: string | null;
  isUnreadable: boolean;
}

/** `item` is the number of the image, `n` the number of the shape. */
export type DraftShape = ParsedShape & { item: number; n: number };

export interface DraftClass extends Omit<ImportClass, 'label' | 'without_task'> {
  id: string | null;
  color: string | null;
  min_value: number | null;
  max_value: number | null;
  step_value: number | null;
}

/** A small batch is freed before the garbage collector moves it to the old generation. */
const SHAPES_PER_BATCH = 1_000;
const MAX_REASON_LENGTH = 500;
const MAX_PATH_LENGTH = 1_000;
const MAX_LINK_LENGTH = 4_096;
/** How far rounding may move an edge outside the image, as a fraction of its width or height. */
const TOLERANCE = 1e-6;

const UNSTORABLE = 'Metadata that cannot be stored: too large, nested too deeply, or with invalid characters';

/** Truncates text and replaces what the database cannot store: control characters and unpaired surrogates. */
function toStorableText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replaceAll(/[\p{Cc}\p{Surrogate}]/gu, ' ');
}

const isYear = (year: number | null) => year !== null && year >= 1000 && year <= 9999;

const MAX_PARENT_SETS = 20;

/** Whether the database can store the price unchanged. */
function isStorablePrice({ price, currency, date, source, grade_company, item_link, img_link }: DeclaredPrice): boolean {
  const names = [source, grade_company].flatMap((name) => name ?? []);
  const links = [item_link, img_link].flatMap((link) => link ?? []);
  return (
    /^\d{1,12}(\.\d{1,4})?$/.test(price) &&
    /^[A-Za-z]{3}$/.test(currency) &&
    !Number.isNaN(Date.parse(date)) &&
    names.every((name) => name === toStorableText(name, NAME_LENGTH.max)) &&
    // Users open these links.
    links.every((link) => link === toStorableText(link, MAX_LINK_LENGTH) && /^https?:\/\//i.test(link))
  );
}

/**
 * Collects what readers parse. Images stay in memory, some hundred bytes each. Shapes and entities are passed on in batches, so memory does
 * not grow with them.
 */
export class Collector implements ImportSink {
  readonly classes = new Map<string, DraftClass>();
  readonly shapes = { boxes: 0, polygons: 0, points: 0, labels: 0, outside: 0 };
  private readonly noteCounts = new Map<string, number>();
  private readonly items: DraftItem[];
  private readonly resolver: ImageResolver;
  /** Items of references to images that are not among the files. */
  private readonly unresolved = new Map<string, number>();
  /** Numbers of images whose data was moved to the item of a reference. */
  private readonly merged = new Set<number>();
  private readonly labelledItems = new Set<number>();
  private hasSeveralLabelsPerImage = false;
  private pendingShapes: DraftShape[] = [];
  private lastShape = 0;

  private readonly entities: EntityRows;

  constructor(
    files: readonly DiscoveredFile[],
    private readonly writeShapes: (shapes: readonly DraftShape[]) => Promise<void>,
    writeEntities: (rows: readonly EntityRow[]) => Promise<void>,
  ) {
    this.resolver = new ImageResolver(files);
    this.items = this.resolver.images.map((file) => ({ path: file.path, file, facts: {}, reason: null, isUnreadable: false }));
    const addNote = (reason: string) => this.addNote(null, reason);
    this.entities = new EntityRows({ write: writeEntities, toName: (name) => this.toName(name), addNote });
  }

  addReference = (reference: ImageReference, facts: ImageFacts = {}): number => {
    const resolution = this.resolver.resolve({ ...reference, path: reference.path.slice(0, MAX_PATH_LENGTH) });
    if ('image' in resolution) return this.addFacts(resolution.image, facts);
    const existing = this.unresolved.get(resolution.key);
    if (existing !== undefined) return this.addFacts(existing, facts);
    const draft = { path: resolution.path, file: null, facts: {}, reason: null, isUnreadable: false };
    const number = this.items.push(draft) - 1;
    this.unresolved.set(resolution.key, number);
    this.resolver.addUnresolved(number, resolution.unresolved);
    return this.addFacts(number, facts);
  };

  addFile = (file: DiscoveredFile, facts: ImageFacts = {}): number => this.addFacts(this.resolver.findNumber(file)!, facts);

  addShape = async (item: number, shape: ParsedShape): Promise<void> => {
    if (!shape.data.every(Number.isFinite)) return this.addNote(item, 'Coordinates that are not numbers');
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = shape.data;
    if (shape.kind === 'box' && (x2 <= x1 || y2 <= y1)) return this.addNote(item, 'Boxes without area');
    const storable = { ...shape };
    if (shape.kind === 'point') storable.class = this.toName(shape.class);
    if (shape.meta_data !== undefined && !Json.safeParse(shape.meta_data).success) {
      this.addNote(item, UNSTORABLE);
      delete storable.meta_data;
    }
    if (shape.products) storable.products = shape.products.map((product) => this.toStorableProduct(item, product));
    this.count(item, storable);
    this.lastShape += 1;
    this.pendingShapes.push({ ...storable, item, n: this.lastShape });
    if (this.pendingShapes.length >= SHAPES_PER_BATCH) await this.flush();
  };

  addClass = ({
    of,
    name,
    id,
    type = null,
    color = null,
    min_value = null,
    max_value = null,
    step_value = null,
  }: ParsedClass): string => {
    const storableName = this.toName(name);
    const key = `${of}:${id ?? storableName.toLowerCase()}`;
    if (!this.classes.has(key)) {
      if (this.classes.size >= MAX_IMPORT_CLASSES)
        throw new UnreadableError(`The import has more than ${MAX_IMPORT_CLASSES.toLocaleString('en')} classes.`);
      const range = { min_value, max_value, step_value };
      this.classes.set(key, { key, of, name: storableName, count: 0, type, id: id ?? null, color, ...range });
    }
    return key;
  };

  addEntity = (kind: EntityKind, declared: DeclaredEntity): Promise<string> => this.entities.add(kind, declared);
  findEntity = (kind: EntityKind, id: string): string | null => this.entities.find(kind, id);

  addNote = (item: number | null, reason: string, count = 1): void => {
    if (count <= 0) return;
    this.noteCounts.set(reason, (this.noteCounts.get(reason) ?? 0) + count);
    const draft = item === null ? undefined : this.items[item];
    if (draft && !draft.reason?.includes(reason) && (draft.reason?.length ?? 0) < MAX_REASON_LENGTH)
      draft.reason = draft.reason ? `${draft.reason}; ${reason}` : reason;
  };

  addUnreadable = (path: string, reason: string): void => {
    this.items.push({ path: toStorableText(path, MAX_PATH_LENGTH), file: null, facts: {}, reason, isUnreadable: true });
  };

  /** Lists the items with their numbers. Call it once, after all files were read. */
  listItems(): { n: number; item: DraftItem }[] {
    for (const { reference, image } of this.resolver.matchUniqueNames()) {
      const item = this.items[reference]!;
      if (image === null)
        item.reason = item.reason ? `${messages.ambiguousFileName}; ${item.reason}` : messages.ambiguousFileName;
      else {
        const { path, file } = this.items[image]!;
        Object.assign(item, { path, file });
        this.merged.add(image);
      }
    }
    return this.items.map((item, n) => ({ n, item })).filter(({ n }) => !this.merged.has(n));
  }

  async flush(): Promise<void> {
    const shapes = this.pendingShapes;
    this.pendingShapes = [];
    if (shapes.length > 0) await this.writeShapes(shapes);
    await this.entities.flush();
  }

  /** Lists the notes, most frequent first. */
  listNotes(): ImportNote[] {
    return [...this.noteCounts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
  }

  /**
   * Lists the classes that are used, or that a file declares with an id. Image labels without a declared type are tags if an image has several of
   * them, otherwise categories.
   */
  listClasses(): DraftClass[] {
    const usedClasses = [...this.classes.values()].filter(({ count, id }) => count > 0 || id !== null);
    return usedClasses.map((each) =>
      each.of === 'recognition' ? { ...each, type: each.type ?? (this.hasSeveralLabelsPerImage ? 'tag' : 'category') } : each,
    );
  }

  /** Converts a name to one that the database can store. */
  private toName(name: string): string {
    const storableName = toStorableText(name, NAME_LENGTH.max).trim();
    if (name.length > NAME_LENGTH.max) this.addNote(null, `Names of more than ${NAME_LENGTH.max} characters: truncated`);
    return storableName.length < NAME_LENGTH.min ? `Class ${storableName}`.trim() : storableName;
  }

  private toStorableFacts(item: number, facts: ImageFacts): ImageFacts {
    const { meta_data, jobs, ...others } = facts;
    const isStorable = meta_data === undefined || Json.safeParse(meta_data).success;
    if (!isStorable) this.addNote(item, UNSTORABLE);
    return {
      ...others,
      ...(isStorable && meta_data !== undefined && { meta_data }),
      ...(jobs && { jobs: jobs.map(toStorableJobItem) }),
    };
  }

  private toStorableProduct(item: number, { meta_data, collection, set, prices, ...product }: DeclaredProduct): DeclaredProduct {
    const isStorable = meta_data === undefined || Json.safeParse(meta_data).success;
    if (!isStorable) this.addNote(item, UNSTORABLE);
    const storablePrices = prices?.filter(isStorablePrice);
    this.addNote(item, 'Invalid prices', (prices?.length ?? 0) - (storablePrices?.length ?? 0));
    const toStorableSet = ({ name, year }: DeclaredProductSet) => ({ name: this.toName(name), year: isYear(year) ? year : null });
    return {
      ...product,
      name: this.toName(product.name),
      customer_product_id: toStorableText(product.customer_product_id, NAME_LENGTH.max),
      ...(isStorable && { meta_data }),
      ...(collection && {
        collection: { name: this.toName(collection.name), type: toStorableText(collection.type, NAME_LENGTH.max) },
      }),
      ...(set && { set: { ...toStorableSet(set), above: set.above?.slice(0, MAX_PARENT_SETS).map(toStorableSet) } }),
      ...(storablePrices && { prices: storablePrices }),
    };
  }

  private addFacts(number: number, facts: ImageFacts): number {
    const item = this.items[number];
    if (item) Object.assign(item.facts, this.toStorableFacts(number, facts));
    return number;
  }

  private count(item: number, { kind, class: key, data, shares, value, labels }: ParsedShape): void {
    this.shapes[({ box: 'boxes', polygon: 'polygons', point: 'points', label: 'labels' } as const)[kind]] += 1;
    for (const label of kind === 'point' ? [] : [{ class: key, value }, ...(labels ?? [])]) this.countClass(label);
    if (kind === 'label') {
      if (this.labelledItems.has(item)) this.hasSeveralLabelsPerImage = true;
      this.labelledItems.add(item);
    }
    const { width, height } = this.items[item]?.facts ?? {};
    const sides = shares ? [1, 1] : width && height ? [width, height] : null;
    if (
      sides &&
      data.some(
        (coordinate, index) => coordinate < -TOLERANCE * sides[index % 2]! || coordinate > sides[index % 2]! * (1 + TOLERANCE),
      )
    )
      this.shapes.outside += 1;
  }

  private countClass({ class: key, value }: { class: string; value?: number | null }): void {
    const draft = this.classes.get(key);
    if (!draft) return;
    draft.count += 1;
    if (draft.id !== null || value == null) return;
    draft.type = 'value';
    draft.min_value = Math.min(draft.min_value ?? value, value);
    draft.max_value = Math.max(draft.max_value ?? value, value);
  }
}
