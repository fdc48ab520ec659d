import type { ImportNote } from '@console/shared-contract/api';
import type { DiscoveredFile } from '../../readers/reader/file-set';
import type {
  ImageReference,
  EntityKind,
  ParsedClass,
  ImageFacts,
  ParsedShape,
  DeclaredEntity,
  ImportSink,
} from '../../readers/reader/reader';
import { ImageResolver } from './image-resolver';
import { messages } from '../state/messages';
import { listPositions } from '../../../data-access/shapes/skeleton-positions';
import { DeclaredClasses, type DraftClass } from './declared-classes';
import { EntityWriter, type EntityRow } from './declared-entities';
import { mergeDeclared, sanitizeDeclaredFacts } from './sanitize-declared-facts';
import type { DeclaredFacts } from '../../readers/reader/declared-facts';
import {
  sanitizeFacts,
  sanitizeFileName,
  sanitizeAttributes,
  sanitizeMetaData,
  sanitizeName,
  sanitizeProduct,
  sanitizeText,
} from './sanitize';

/** A row of `import_item` before the plan: an image among the files, or an image that only annotations refer to. */
export interface DraftItem {
  path: string;
  /** Null: an annotation refers to an image that is not among the files. The plan searches the workspace for it. */
  file: DiscoveredFile | null;
  facts: Omit<ImageFacts, 'declared'> & { declared?: DeclaredFacts[] };
  reason: string | null;
  isUnreadable: boolean;
}

/** `item` is the number of the image, `n` the number of the shape. `outside`: the shape extends beyond the image. */
export type DraftShape = ParsedShape & { item: number; n: number; outside?: boolean };

/** Number of shapes that are passed on at once. A small batch is freed before the garbage collector moves it to the old generation. */
const SHAPES_PER_BATCH = 1_000;
const MAX_REASON_LENGTH = 500;
/** Notes contain names from the files, so their number is limited. */
const MAX_NOTES = 500;
const MAX_PATH_LENGTH = 1_000;
/** How far rounding may move an edge outside the image, as a fraction of its width or height. */
const OUTSIDE_TOLERANCE = 1e-6;

/**
 * Collects what readers parse. Images stay in memory, some hundred bytes each. Shapes and entities are passed on in batches, so memory does
 * not grow with them.
 */
export class Collector implements ImportSink {
  private readonly classes = new DeclaredClasses((reason, count) => this.addNote(null, reason, count));
  private readonly noteCounts = new Map<string, number>();
  private readonly items: DraftItem[];
  private readonly resolver: ImageResolver;
  /** Items for references (names of images in annotation files) that match none of the files. */
  private readonly itemsByReference = new Map<string, number>();
  /** Numbers of images whose data was moved to the item of a reference. */
  private readonly mergedImages = new Set<number>();
  private readonly labelledItems = new Set<number>();
  private hasSeveralLabelsPerImage = false;
  private pendingShapes: DraftShape[] = [];
  private lastShape = 0;
  private readonly entities: EntityWriter;

  constructor(
    files: readonly DiscoveredFile[],
    private readonly writeShapes: (shapes: readonly DraftShape[]) => Promise<void>,
    writeEntities: (rows: readonly EntityRow[]) => Promise<void>,
  ) {
    this.resolver = new ImageResolver(files);
    this.items = this.resolver.images.map((file) => ({ path: file.path, file, facts: {}, reason: null, isUnreadable: false }));
    const addNote = (reason: string, count?: number) => this.addNote(null, reason, count);
    this.entities = new EntityWriter({ write: writeEntities, toName: (name) => sanitizeName(name, addNote), addNote });
  }

  addReference = (reference: ImageReference, imageFacts: ImageFacts = {}): number => {
    const resolution = this.resolver.resolve({ ...reference, path: reference.path.slice(0, MAX_PATH_LENGTH) });
    if ('image' in resolution) return this.addFacts(resolution.image, imageFacts);
    const existingItem = this.itemsByReference.get(resolution.key);
    if (existingItem !== undefined) return this.addFacts(existingItem, imageFacts);
    const draftItem = {
      path: sanitizeFileName(resolution.path, MAX_PATH_LENGTH),
      file: null,
      facts: {},
      reason: null,
      isUnreadable: false,
    };
    const itemIndex = this.items.push(draftItem) - 1;
    this.itemsByReference.set(resolution.key, itemIndex);
    this.resolver.addUnresolved(itemIndex, resolution.unresolved);
    return this.addFacts(itemIndex, imageFacts);
  };

  addFile = (file: DiscoveredFile, facts: ImageFacts = {}): number => this.addFacts(this.resolver.findImageIndex(file)!, facts);

  addShape = async (itemIndex: number, shape: ParsedShape): Promise<void> => {
    if (!shape.data.every(Number.isFinite)) return this.addNote(itemIndex, 'Coordinates that are not numbers');
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = shape.data;
    if (shape.kind === 'box' && (x2 <= x1 || y2 <= y1)) return this.addNote(itemIndex, messages.withoutArea);
    const addNote = (reason: string, count?: number) => this.addNote(itemIndex, reason, count);
    const { meta_data, attributes, products, declared: declaredFacts, ...otherFields } = shape;
    const sanitizedShape: ParsedShape = {
      ...otherFields,
      ...(shape.kind === 'point' && { class: sanitizeName(shape.class, addNote) }),
      ...sanitizeMetaData({ meta_data }, addNote),
      ...sanitizeAttributes({ attributes }, addNote),
      ...(products && { products: products.map((product) => sanitizeProduct(product, addNote)) }),
      ...(declaredFacts && { declared: sanitizeDeclaredFacts(declaredFacts, addNote) }),
    };
    const positions = shape.kind === 'skeleton' ? listPositions(shape.data) : shape.data;
    const outsideField = this.findOutside(itemIndex, { ...shape, data: positions });
    if (outsideField === 'entirely') return addNote(messages.outside(shape.kind === 'point' ? 'Points' : 'Shapes'));
    this.count(itemIndex, sanitizedShape);
    this.lastShape += 1;
    this.pendingShapes.push({
      ...sanitizedShape,
      item: itemIndex,
      n: this.lastShape,
      ...(outsideField === 'partly' && { outside: true }),
    });
    if (this.pendingShapes.length >= SHAPES_PER_BATCH) await this.flush();
  };

  addClass = (declared: ParsedClass): string => this.classes.add(declared);

  addEntity = (kind: EntityKind, declared: DeclaredEntity): Promise<string> => this.entities.add(kind, declared);
  findEntity = (kind: EntityKind, id: string): string | null => this.entities.find(kind, id);

  addNote = (itemIndex: number | null, reason: string, count = 1): void => {
    if (count <= 0) return;
    const isListed = this.noteCounts.has(reason) || this.noteCounts.size < MAX_NOTES;
    const listedReason = isListed ? reason : messages.furtherNotes;
    this.noteCounts.set(listedReason, (this.noteCounts.get(listedReason) ?? 0) + count);
    const draftItem = itemIndex === null ? undefined : this.items[itemIndex];
    if (!draftItem || draftItem.reason?.includes(reason) || draftItem.reason?.endsWith(messages.furtherReasons)) return;
    const addedReason = (draftItem.reason?.length ?? 0) < MAX_REASON_LENGTH ? reason : messages.furtherReasons;
    draftItem.reason = draftItem.reason ? `${draftItem.reason}; ${addedReason}` : addedReason;
  };

  addUnreadable = (path: string, reason: string): void => {
    this.items.push({ path: sanitizeText(path, MAX_PATH_LENGTH), file: null, facts: {}, reason, isUnreadable: true });
  };

  /** Lists the items with their numbers. Call it once, after all files were read. */
  listItems(): { n: number; item: DraftItem }[] {
    for (const { reference, image } of this.resolver.matchUniqueNames()) {
      const draftItem = this.items[reference]!;
      if (image === null)
        draftItem.reason = draftItem.reason ? `${messages.ambiguousFileName}; ${draftItem.reason}` : messages.ambiguousFileName;
      else {
        const { path, file } = this.items[image]!;
        Object.assign(draftItem, { path, file });
        this.mergedImages.add(image);
      }
    }
    return this.items.map((item, n) => ({ n, item })).filter(({ n }) => !this.mergedImages.has(n));
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

  listClasses = (): DraftClass[] => this.classes.list(this.hasSeveralLabelsPerImage);

  private addFacts(itemIndex: number, imageFacts: ImageFacts): number {
    const draftItem = this.items[itemIndex];
    if (!draftItem) return itemIndex;
    const { declared, ...sanitizedFacts } = sanitizeFacts(imageFacts, (reason, count) => this.addNote(itemIndex, reason, count));
    Object.assign(draftItem.facts, sanitizedFacts);
    if (declared) draftItem.facts.declared = mergeDeclared(draftItem.facts.declared ?? [], declared);
    return itemIndex;
  }

  private count(item: number, { kind, class: key, value, labels }: ParsedShape): void {
    for (const label of kind === 'point' ? [] : [{ class: key, value }, ...(labels ?? [])]) this.classes.count(label);
    if (kind !== 'label') return;
    if (this.labelledItems.has(item)) this.hasSeveralLabelsPerImage = true;
    this.labelledItems.add(item);
  }

  /** Whether a shape is outside its image, if the file declares the size of the image. */
  private findOutside(itemIndex: number, { kind, data, shares }: ParsedShape): 'partly' | 'entirely' | null {
    const { width, height } = this.items[itemIndex]?.facts ?? {};
    const imageSides = shares ? [1, 1] : width && height ? [width, height] : null;
    if (!imageSides || data.length === 0) return null;
    const isOutside = data.map((value, index) => getOutsideSide(value, imageSides[index % 2]!, OUTSIDE_TOLERANCE));
    // A point on the edge of the image is inside; a box or polygon on the edge has no area inside the image and is outside.
    const isOutsideImage =
      kind === 'point' || kind === 'skeleton'
        ? isOutside
        : data.map((value, index) => getOutsideSide(value, imageSides[index % 2]!, -OUTSIDE_TOLERANCE));
    const areAllOutside = (axis: number, side: number) =>
      isOutsideImage.every((outsideSide, index) => index % 2 !== axis || outsideSide === side);
    if ([0, 1].some((axis) => areAllOutside(axis, -1) || areAllOutside(axis, 1))) return 'entirely';
    return isOutside.some((side) => side !== 0) ? 'partly' : null;
  }
}

/** Returns the side of a coordinate: -1 left of or above the image, 0 inside the image, 1 right of or below the image. */
function getOutsideSide(value: number, length: number, tolerance: number): -1 | 0 | 1 {
  if (value < -tolerance * length) return -1;
  return value > length * (1 + tolerance) ? 1 : 0;
}
