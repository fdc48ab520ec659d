import type { AttributeDefinition } from '@console/shared-contract/shape-attributes';
import { convertToDeclared, loadDefinitions } from '../../../data-access/shapes/attributes';
import type { ImportChoices, ImportResult } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { createWriteScope, type WriteScope } from '../../../platform/access/scope';
import type { Db } from '../../../platform/database/connection';
import { lockImages, syncFacets, type FacetSync } from '../../../data-access/facets';
import { objectKind } from '../../../data-access/shape-kinds/object';
import { createByImportedKind, SHAPE_KINDS } from '../../../data-access/shape-kinds/registry';
import type { AnyShapeKind } from '../../../data-access/shapes/define-kind';
import type { ImportedShape } from '../../../data-access/shapes/kind';
import type { StoredImage } from '../../../platform/images/upload';
import type { BatchItem } from '../items/next-batch';
import { ExistingAnnotations, type AnnotationMatcher } from '../items/existing-annotations';
import { insertDeclaredFacts, listDeclaredRows, type DeclaredRow } from './insert-declared-facts';
import { insertImageFacts } from './insert-image-facts';
import { fitShape } from '../items/fit-shape';
import { resolveImages, type AppliedImage } from './insert-images';
import type { CreatedEntities } from '../state/created-entities';
import { messages } from '../state/messages';
import { recordObjects } from './products/create-products';
import { insertDeclaredImageLabels, insertDeclaredObjectLabels, LockedLabels, type ImageLabelRow } from './insert-labels';
import type { StoredImportImage } from './store-images';

interface ApplyContext {
  importId: string;
  workspaceId: string;
  userId: string | null;
  /** Ids of labels by the keys of classes (labels in the files). Null: the class is skipped. */
  labels: Readonly<Record<string, string | null>>;
  /** Whether shapes beyond the border of their image are clamped or skipped. */
  outside: ImportChoices['outside'];
  /**
   * Whether images and job items become verified or done if the files declare this. They then get the name of the user who runs the import.
   */
  appliesConfirmations: boolean;
}

type StoreResults = ReadonlyMap<number, StoredImportImage | { rejected: string }>;
type ResolvedImage = Exclude<AppliedImage, { rejected: string }>;
type Shape = BatchItem['shapes'][number];

/** A shape that is ready to be inserted. */
interface FittedShape extends ImportedShape {
  /** Position of the image among the images of the import. */
  item: number;
  /** Position of the shape among the shapes of the image. */
  n: number;
  shape: Shape;
}

/** The row that was created for a shape of the files. */
interface CreatedShape extends Pick<FittedShape, 'item' | 'n'> {
  id: string;
}

interface AppliedBatch {
  result: ImportResult;
  /** Stored files of images that another upload has added in the meantime. */
  unusedFiles: StoredImage[];
  /** Created jobs, tasks and types of groups. */
  created: CreatedEntities['created'];
  /** Whether an image or group was verified in the name of the user who runs the import. */
  hasVerified: boolean;
}

/** Applies a batch of images with everything that belongs to them, within one transaction. */
export async function applyBatch(
  trx: Db,
  batch: readonly BatchItem[],
  storeResults: StoreResults,
  context: ApplyContext,
): Promise<AppliedBatch> {
  const { workspaceId, userId } = context;
  const { images, unusedFiles } = await resolveImages(trx, batch, storeResults, { workspaceId, userId });
  const appliedImages = [...images.values()].flatMap((image) => ('id' in image ? image : []));
  await lockImages(trx, [...new Set(appliedImages.map(({ id }) => id))]);
  const existingIds = appliedImages.flatMap(({ id, isNew }) => (isNew ? [] : id));
  const labelIds = [...new Set(Object.values(context.labels).filter((labelId) => labelId !== null))];
  const labels = await LockedLabels.load(trx, labelIds);
  const existingAnnotations = await ExistingAnnotations.load(trx, existingIds);
  const writer = new BatchWriter(context, labels, existingAnnotations, await loadDefinitions(trx, labelIds));
  for (const item of batch) writer.add(item, images.get(item.n));
  await writer.write(trx, createWriteScope(workspaceId, userId));
  const { importId, labels: labelsByKey, appliesConfirmations } = context;
  const runningImport = { importId, workspaceId, importerId: userId, appliesConfirmations };
  const findLabel = (key: string) => labelsByKey[key];
  const insertedFacts = await insertImageFacts(trx, {
    ...runningImport,
    batch,
    images,
    groupedObjects: writer.groupedObjects,
    findLabel,
  });
  const declaredRows = listDeclaredRows(batch, images, writer.createdShapes);
  await insertDeclaredFacts(trx, runningImport, declaredRows);
  await writer.storeOutcomes(trx, images);
  await recordObjects(trx, importId, writer.boxesWithProducts);
  await syncFacets(trx, workspaceId, [
    ...toImageSyncs(appliedImages, writer.imageLabels),
    ...writer.objectSyncs,
    ...insertedFacts.syncs,
  ]);
  const counts = {
    ...(insertedFacts.groups > 0 && { groups_created: insertedFacts.groups }),
    ...(insertedFacts.jobs > 0 && { jobs_created: insertedFacts.jobs }),
    ...(declaredRows.length > 0 && { declared: countDeclared(declaredRows) }),
  };
  return {
    result: { ...writer.result, ...counts },
    unusedFiles,
    created: insertedFacts.created,
    hasVerified: insertedFacts.hasVerified,
  };
}

/** Counts the images and shapes about which files declare facts. An image counts once, even if several files declare facts about it. */
function countDeclared(rows: readonly DeclaredRow[]): NonNullable<ImportResult['declared']> {
  const images = new Set(rows.flatMap(({ relation, row }) => (relation === 'training_image' ? row : [])));
  return { images: images.size, shapes: rows.filter(({ relation }) => relation !== 'training_image').length };
}

function toImageSyncs(images: readonly ResolvedImage[], imageLabels: readonly ImageLabelRow[]): FacetSync[] {
  const addedImages = images.flatMap(({ id, isNew }) => (isNew ? id : []));
  const refs = [...new Set(imageLabels.map(({ label }) => label))];
  return [
    { target: 'image', ids: addedImages, kinds: ['image.exists', 'image.test', 'image.real'] },
    { target: 'image', ids: [...new Set(imageLabels.map(({ image }) => image))], kinds: ['image.label'], refs },
  ];
}

export const createEmptyResult = (): ImportResult => ({
  pictures: { added: 0, here: 0, failed: 0 },
  shapes: { boxes: 0, polygons: 0, points: 0, labels: 0, same: 0 },
  labels_created: 0,
  notes: [],
});

class BatchWriter {
  readonly imageLabels: ImageLabelRow[] = [];
  readonly result = createEmptyResult();
  objectSyncs: FacetSync[] = [];
  /** Boxes from which products get their crops. */
  readonly boxesWithProducts: FittedShape[] = [];
  /** Created objects that are members of groups. */
  groupedObjects: { item: number; object: string; groups: string[] }[] = [];
  private readonly shapes = createByImportedKind<FittedShape[]>(() => []);
  readonly createdShapes: CreatedShape[] = [];
  private readonly reasons = new Map<number, string[]>();
  private readonly items: number[] = [];

  constructor(
    private readonly context: ApplyContext,
    private readonly labels: LockedLabels,
    private readonly existingAnnotations: ExistingAnnotations,
    private readonly definitionsByLabel: ReadonlyMap<string, readonly AttributeDefinition[]>,
  ) {}

  add(batchItem: BatchItem, image: AppliedImage | undefined): void {
    this.items.push(batchItem.n);
    if (batchItem.reason) this.reasons.set(batchItem.n, [batchItem.reason]);
    if (!image || 'rejected' in image) {
      this.result.pictures.failed += 1;
      this.reasons.set(batchItem.n, [image?.rejected ?? messages.imageDeleted]);
      return;
    }
    this.result.pictures[image.isNew ? 'added' : 'here'] += 1;
    const matcher = this.existingAnnotations.createMatcher(image.id);
    for (const shape of batchItem.shapes) this.addShape(batchItem, image, shape, matcher);
    matcher.addToExisting();
  }

  private addShape(batchItem: BatchItem, image: ResolvedImage, shape: Shape, matcher: AnnotationMatcher): void {
    const label = shape.kind === 'point' ? shape.class : this.context.labels[shape.class];
    // The user chose to skip this class.
    if (label == null) return;
    if (shape.kind === 'label') {
      const resolvedValue = this.labels.resolveValue(label, shape.value);
      if ('skipped' in resolvedValue) this.addNote(batchItem.n, resolvedValue.skipped);
      else if (matcher.matchNext('label', label, {})) this.result.shapes.same += 1;
      else this.imageLabels.push({ item: batchItem.n, n: shape.n, image: image.id, label, value: resolvedValue.value });
      return;
    }
    const declaredSize = batchItem.width && batchItem.height ? { width: batchItem.width, height: batchItem.height } : null;
    const fitResult = fitShape(shape, { ...image, declaredSize }, this.context.outside);
    if ('skipped' in fitResult) return this.addNote(batchItem.n, fitResult.skipped);
    if (fitResult.isClipped) this.addNote(batchItem.n, messages.clipped);
    const { data, rotatedBox, mask } = fitResult;
    const fittedShape = { item: batchItem.n, n: shape.n, image: image.id, label, data, rotatedBox, mask, shape };
    if (shape.products) this.boxesWithProducts.push(fittedShape);
    if (matcher.matchNext(shape.kind, label, fitResult)) this.result.shapes.same += 1;
    else this.shapes[shape.kind].push(fittedShape);
  }

  async write(trx: Db, scope: WriteScope): Promise<void> {
    await insertDeclaredImageLabels(trx, this.context.workspaceId, this.imageLabels);
    this.result.shapes.labels += this.imageLabels.length;
    this.createdShapes.push(...this.imageLabels.map(({ item, n, label }) => ({ item, n, id: label })));
    // Objects are last: writing them locks their entries of the search index (facets) until the transaction ends.
    for (const kind of SHAPE_KINDS.filter((otherKind) => otherKind !== objectKind)) await this.writeKind(trx, scope, kind);
    const objects = await this.writeKind(trx, scope, objectKind);
    this.groupedObjects = objects.flatMap(({ item, id, shape: { groups } }) => (groups ? { item, object: id, groups } : []));
    this.objectSyncs = await insertDeclaredObjectLabels(
      trx,
      { workspaceId: this.context.workspaceId, findLabel: (key) => this.context.labels[key], labels: this.labels },
      objects.map(({ id, shape }) => ({ object: id, labels: shape.labels ?? [] })),
    );
  }

  /** Returns metadata and attributes. Attributes that contradict the label become metadata. */
  private toDescription({ item, label, shape: { meta_data, attributes } }: FittedShape): Pick<Shape, 'meta_data' | 'attributes'> {
    if (!attributes) return { meta_data };
    const converted = convertToDeclared(attributes, this.definitionsByLabel.get(label) ?? []);
    if (Object.keys(converted.invalidValues).length === 0) return { meta_data, attributes: converted.attributes };
    this.addNote(item, messages.unfitAttributes);
    const isObject = typeof meta_data === 'object' && meta_data !== null && !Array.isArray(meta_data);
    const mergedMetadata = isObject || meta_data === undefined ? { ...meta_data, ...converted.invalidValues } : meta_data;
    return { meta_data: mergedMetadata, attributes: converted.attributes };
  }

  /** Writes shapes of one kind and returns the created ones. A rejected shape is reported in a note about its image. */
  private async writeKind(trx: Db, scope: WriteScope, kind: AnyShapeKind): Promise<(CreatedShape & { shape: Shape })[]> {
    const { columns, imported } = kind;
    const shapes = this.shapes[imported.kind];
    if (shapes.length === 0) return [];
    const outcomes = await kind.createImported(
      trx,
      scope,
      shapes.map((fittedShape) => ({
        ...fittedShape,
        ...('attributes' in columns ? this.toDescription(fittedShape) : { meta_data: fittedShape.shape.meta_data }),
      })),
    );
    const createdShapes = outcomes.flatMap((outcome, index) => {
      const { item, n, shape } = shapes[index]!;
      if ('rejected' in outcome) this.addNote(item, outcome.rejected.detail);
      return 'id' in outcome ? { item, n, id: outcome.id, shape } : [];
    });
    this.createdShapes.push(...createdShapes.map(({ item, n, id }) => ({ item, n, id })));
    const { shapes: counts } = this.result;
    if (createdShapes.length > 0) counts[imported.plural] = (counts[imported.plural] ?? 0) + createdShapes.length;
    return createdShapes;
  }

  /** Stores the outcome of each image and shape in the rows of the import. */
  async storeOutcomes(trx: Db, images: ReadonlyMap<number, AppliedImage>): Promise<void> {
    const rows = this.items.map((itemNumber) => {
      const image = images.get(itemNumber);
      const isApplied = image !== undefined && 'id' in image;
      const outcome = !isApplied ? 'failed' : image.isNew ? 'added' : 'here';
      return {
        n: itemNumber,
        outcome,
        image: isApplied ? image.id : null,
        reason: this.reasons.get(itemNumber)?.join('; ') ?? null,
      };
    });
    const { importId } = this.context;
    await sql`
      update import_item t set done = true, outcome = d.outcome, image_id = d.image, reason = d.reason
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d(n int, outcome text, image uuid, reason text)
      where t.import_id = ${importId} and t.n = d.n`.execute(trx);
    if (this.createdShapes.length > 0)
      await sql`
        update import_shape s set made = m.id
        from jsonb_to_recordset(${JSON.stringify(this.createdShapes)}::jsonb) as m(item int, n int, id uuid)
        where s.import_id = ${importId} and s.item = m.item and s.n = m.n`.execute(trx);
  }

  private addNote(item: number, reason: string): void {
    const existingNote = this.result.notes.find((note) => note.reason === reason);
    if (existingNote) existingNote.count += 1;
    else this.result.notes.push({ reason, count: 1 });
    const reasons = this.reasons.get(item) ?? [];
    if (!reasons.includes(reason)) this.reasons.set(item, [...reasons, reason]);
  }
}
