import { Json, MAX_IMPORT_CLASSES, type ImportClass, type ImportNote } from '@console/shared-contract/api';
import { NAME_LENGTH } from '@console/shared-contract/limits';
import type { DiscoveredFile } from '../../readers/file-set';
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
} from '../../readers/reader';
import { ImageResolver } from './image-resolver';
import { messages } from '../state/messages';
import { EntityRows, toStorableJobItem, type EntityRow } from './declared-entities';

export interface DraftItem {
  path: string;
  /** Its picture; null: it is looked for in the workspace. */
  file: DiscoveredFile | null;
  facts: ImageFacts;
  reason: string | null;
  /** It cannot be read at all. */
  isUnreadable: boolean;
}

/** A shape with the number of its picture and its own. */
export type DraftShape = ParsedShape & { item: number; n: number };

export interface DraftClass extends Omit<ImportClass, 'label' | 'without_task'> {
  id: string | null;
  color: string | null;
  min_value: number | null;
  max_value: number | null;
  step_value: number | null;
}

/** Shapes that go into the database together: few enough to be gone before the collector of garbage takes them for old. */
const SHAPES_PER_BATCH = 1_000;
const MAX_REASON_LENGTH = 500;
const MAX_PATH_LENGTH = 1_000;
const MAX_LINK_LENGTH = 4_096;
/** Of a picture's side, by which an edge may be wrong for the want of digits. */
const TOLERANCE = 1e-6;

const UNSTORABLE = 'Meta data that cannot be stored: too large, nested too deep, or with characters that no text has';

/** Text that the database can keep: without controls and halves of characters. */
function storable(text: string, most: number): string {
  return text.slice(0, most).replaceAll(/[\p{Cc}\p{Surrogate}]/gu, ' ');
}

const isYear = (year: number | null) => year !== null && year >= 1000 && year <= 9999;

/** Sets within sets. */
const MAX_PARENT_SETS = 20;

/** Whether the database can keep it as it is. */
function isPrice({ price, currency, date, source, grade_company, item_link, img_link }: DeclaredPrice): boolean {
  const names = [source, grade_company].flatMap((name) => name ?? []);
  const links = [item_link, img_link].flatMap((link) => link ?? []);
  return (
    /^\d{1,12}(\.\d{1,4})?$/.test(price) &&
    /^[A-Za-z]{3}$/.test(currency) &&
    !Number.isNaN(Date.parse(date)) &&
    names.every((name) => name === storable(name, NAME_LENGTH.max)) &&
    // A person opens them.
    links.every((link) => link === storable(link, MAX_LINK_LENGTH) && /^https?:\/\//i.test(link))
  );
}

/** What readers find, gathered for the plan: pictures in memory, some hundred bytes each, shapes in the database as they come. */
export class Collector implements ImportSink {
  readonly classes = new Map<string, DraftClass>();
  readonly shapes = { boxes: 0, polygons: 0, points: 0, labels: 0, outside: 0 };
  private readonly noted = new Map<string, number>();
  private readonly items: DraftItem[];
  private readonly resolver: ImageResolver;
  /** Items of references that no image of the files resolves. */
  private readonly unresolved = new Map<string, number>();
  /** Images that took over the item of a reference. */
  private readonly merged = new Set<number>();
  private readonly labelled = new Set<number>();
  private readonly tags = { areMany: false };
  private waiting: DraftShape[] = [];
  private last = 0;

  private readonly names: EntityRows;

  constructor(
    files: readonly DiscoveredFile[],
    private readonly keep: (shapes: readonly DraftShape[]) => Promise<void>,
    insertEntities: (rows: readonly EntityRow[]) => Promise<void>,
  ) {
    this.resolver = new ImageResolver(files);
    this.items = this.resolver.images.map((file) => ({ path: file.path, file, facts: {}, reason: null, isUnreadable: false }));
    const leave = (reason: string) => this.addNote(null, reason);
    this.names = new EntityRows({ keep: insertEntities, titleOf: (name) => this.titleOf(name), leave });
  }

  picture = (reference: ImageReference, facts: ImageFacts = {}): number => {
    const resolution = this.resolver.resolve({ ...reference, path: reference.path.slice(0, MAX_PATH_LENGTH) });
    if ('image' in resolution) return this.addFacts(resolution.image, facts);
    const known = this.unresolved.get(resolution.key);
    if (known !== undefined) return this.addFacts(known, facts);
    const draft = { path: resolution.path, file: null, facts: {}, reason: null, isUnreadable: false };
    const number = this.items.push(draft) - 1;
    this.unresolved.set(resolution.key, number);
    this.resolver.addOpen(number, resolution.open);
    return this.addFacts(number, facts);
  };

  file = (file: DiscoveredFile, facts: ImageFacts = {}): number => this.addFacts(this.resolver.numberOf(file)!, facts);

  shape = async (item: number, shape: ParsedShape): Promise<void> => {
    if (!shape.data.every(Number.isFinite)) return this.addNote(item, 'Numbers that are none');
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = shape.data;
    if (shape.kind === 'box' && (x2 <= x1 || y2 <= y1)) return this.addNote(item, 'Boxes without area');
    const kept = { ...shape };
    if (shape.kind === 'point') kept.class = this.titleOf(shape.class);
    if (shape.meta_data !== undefined && !Json.safeParse(shape.meta_data).success) {
      this.addNote(item, UNSTORABLE);
      delete kept.meta_data;
    }
    if (shape.products) kept.products = shape.products.map((product) => this.cleanProduct(item, product));
    this.count(item, kept);
    this.last += 1;
    this.waiting.push({ ...kept, item, n: this.last });
    if (this.waiting.length >= SHAPES_PER_BATCH) await this.flush();
  };

  class = ({
    of,
    name,
    id,
    type = null,
    color = null,
    min_value = null,
    max_value = null,
    step_value = null,
  }: ParsedClass): string => {
    const title = this.titleOf(name);
    const key = `${of}:${id ?? title.toLowerCase()}`;
    if (!this.classes.has(key)) {
      if (this.classes.size >= MAX_IMPORT_CLASSES)
        throw new UnreadableError(`It has more than ${MAX_IMPORT_CLASSES.toLocaleString('en')} classes.`);
      const range = { min_value, max_value, step_value };
      this.classes.set(key, { key, of, name: title, count: 0, type, id: id ?? null, color, ...range });
    }
    return key;
  };

  named = (kind: EntityKind, named: DeclaredEntity): Promise<string> => this.names.add(kind, named);
  matchEntities = (kind: EntityKind, id: string): string | null => this.names.find(kind, id);

  leave = (item: number | null, reason: string, count = 1): void => {
    if (count <= 0) return;
    this.noted.set(reason, (this.noted.get(reason) ?? 0) + count);
    const draft = item === null ? undefined : this.items[item];
    if (draft && !draft.reason?.includes(reason) && (draft.reason?.length ?? 0) < MAX_REASON_LENGTH)
      draft.reason = draft.reason ? `${draft.reason}; ${reason}` : reason;
  };

  unreadable = (path: string, reason: string): void => {
    this.items.push({ path: storable(path, MAX_PATH_LENGTH), file: null, facts: {}, reason, isUnreadable: true });
  };

  /** The items with their numbers, once everything has been read. */
  listItems(): { n: number; item: DraftItem }[] {
    for (const { reference, image } of this.resolver.matchUniqueNames()) {
      const item = this.items[reference]!;
      if (image === null) item.reason = item.reason ? `${messages.otherPlaces}; ${item.reason}` : messages.otherPlaces;
      else {
        const { path, file } = this.items[image]!;
        Object.assign(item, { path, file });
        this.merged.add(image);
      }
    }
    return this.items.map((item, n) => ({ n, item })).filter(({ n }) => !this.merged.has(n));
  }

  async flush(): Promise<void> {
    const shapes = this.waiting;
    this.waiting = [];
    if (shapes.length > 0) await this.keep(shapes);
    await this.names.flush();
  }

  notes(): ImportNote[] {
    return [...this.noted].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
  }

  /** Those that something has, or that a file lists; labels of images whose files do not say what they are: tags where a picture has several. */
  listClasses(): DraftClass[] {
    const kept = [...this.classes.values()].filter(({ count, id }) => count > 0 || id !== null);
    return kept.map((each) =>
      each.of === 'recognition' ? { ...each, type: each.type ?? (this.tags.areMany ? 'tag' : 'category') } : each,
    );
  }

  private titleOf(name: string): string {
    const plain = storable(name, NAME_LENGTH.max).trim();
    if (name.length > NAME_LENGTH.max) this.addNote(null, `Names of more than ${NAME_LENGTH.max} letters, which are cut`);
    return plain.length < NAME_LENGTH.min ? `Class ${plain}`.trim() : plain;
  }

  /** Facts that the database can keep. */
  private clean(item: number, facts: ImageFacts): ImageFacts {
    const { meta_data, jobs, ...others } = facts;
    const isStorable = meta_data === undefined || Json.safeParse(meta_data).success;
    if (!isStorable) this.addNote(item, UNSTORABLE);
    return {
      ...others,
      ...(isStorable && meta_data !== undefined && { meta_data }),
      ...(jobs && { jobs: jobs.map(toStorableJobItem) }),
    };
  }

  private cleanProduct(item: number, { meta_data, collection, set, prices, ...product }: DeclaredProduct): DeclaredProduct {
    const isStorable = meta_data === undefined || Json.safeParse(meta_data).success;
    if (!isStorable) this.addNote(item, UNSTORABLE);
    const good = prices?.filter(isPrice);
    this.addNote(item, 'Prices that are none', (prices?.length ?? 0) - (good?.length ?? 0));
    const setOf = ({ name, year }: DeclaredProductSet) => ({ name: this.titleOf(name), year: isYear(year) ? year : null });
    return {
      ...product,
      name: this.titleOf(product.name),
      customer_product_id: storable(product.customer_product_id, NAME_LENGTH.max),
      ...(isStorable && { meta_data }),
      ...(collection && {
        collection: { name: this.titleOf(collection.name), type: storable(collection.type, NAME_LENGTH.max) },
      }),
      ...(set && { set: { ...setOf(set), above: set.above?.slice(0, MAX_PARENT_SETS).map(setOf) } }),
      ...(good && { prices: good }),
    };
  }

  private addFacts(number: number, facts: ImageFacts): number {
    const item = this.items[number];
    if (item) Object.assign(item.facts, this.clean(number, facts));
    return number;
  }

  private count(item: number, { kind, class: key, data, shares, value, labels }: ParsedShape): void {
    this.shapes[({ box: 'boxes', polygon: 'polygons', point: 'points', label: 'labels' } as const)[kind]] += 1;
    for (const said of kind === 'point' ? [] : [{ class: key, value }, ...(labels ?? [])]) this.countClass(said);
    if (kind === 'label') {
      if (this.labelled.has(item)) this.tags.areMany = true;
      this.labelled.add(item);
    }
    const { width, height } = this.items[item]?.facts ?? {};
    const sides = shares ? [1, 1] : width && height ? [width, height] : null;
    if (sides && data.some((at, index) => at < -TOLERANCE * sides[index % 2]! || at > sides[index % 2]! * (1 + TOLERANCE)))
      this.shapes.outside += 1;
  }

  private countClass({ class: key, value }: { class: string; value?: number | null }): void {
    const known = this.classes.get(key);
    if (!known) return;
    known.count += 1;
    if (known.id !== null || value == null) return;
    known.type = 'value';
    known.min_value = Math.min(known.min_value ?? value, value);
    known.max_value = Math.max(known.max_value ?? value, value);
  }
}
