import type { ImportChoices, ImportResult } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { createWriteScope, type WriteScope } from '../../../access/scope';
import { pointKind } from '../../../annotate/points/kind';
import type { Db } from '../../../database/connection';
import { objectKind } from '../../../detection/objects/kind';
import { lockImages, syncFacets, type FacetSync } from '../../../facets';
import type { StoredPicture } from '../../../pictures/upload';
import { polygonKind } from '../../../segmentation/polygon-kind';
import type { NewShape, ShapeEdit, ShapeKind, ShapeRow } from '../../../shapes/kind';
import { writeShapes } from '../../../shapes/write';
import type { BatchItem } from './next-batch';
import { ExistingAnnotations, type AnnotationMatcher } from './existing-annotations';
import { insertImageFacts } from './insert-image-facts';
import { fitShape } from './fit-shape';
import { resolveImages, type AppliedImage } from './insert-images';
import type { CreatedEntities } from '../state/created-entities';
import { messages } from '../state/messages';
import { recordObjects } from './products/create-products';
import { insertDeclaredImageLabels, insertDeclaredObjectLabels, LockedLabels, type ImageLabelRow } from './insert-labels';
import type { StoredImportImage } from './store-images';

export interface ApplyContext {
  importId: string;
  workspaceId: string;
  userId: string | null;
  /** Labels by the keys of classes; null: left out. */
  labels: Readonly<Record<string, string | null>>;
  outside: ImportChoices['outside'];
}

type Taken = ReadonlyMap<number, StoredImportImage | { refused: string }>;
type Image = Exclude<AppliedImage, { refused: string }>;
type Shape = BatchItem['shapes'][number];

/** A shape that was found right, on its way into its table. */
interface Wanted {
  item: number;
  n: number;
  image: string;
  label: string;
  data: number[];
  shape: Shape;
}

/** What was made of a shape of the files. */
interface MadeShape {
  item: number;
  n: number;
  id: string;
}

export interface AppliedBatch {
  result: ImportResult;
  /** Files of pictures that were there after all. */
  leftover: StoredPicture[];
  /** Jobs, tasks and types of groups that there were none of. */
  created: CreatedEntities['created'];
  /** Whether the importer has verified an image or a group by it. */
  hasVerified: boolean;
}

/** Puts a batch of pictures, with all that is theirs, into the workspace, within one transaction. */
export async function applyBatch(trx: Db, batch: readonly BatchItem[], taken: Taken, putting: ApplyContext): Promise<AppliedBatch> {
  const { workspaceId, userId } = putting;
  const { images, leftover } = await resolveImages(trx, batch, taken, { workspaceId, userId });
  const there = [...images.values()].flatMap((image) => ('id' in image ? image : []));
  await lockImages(trx, [...new Set(there.map(({ id }) => id))]);
  const before = there.flatMap(({ id, isNew }) => (isNew ? [] : id));
  const labelIds = [...new Set(Object.values(putting.labels).filter((each) => each !== null))];
  const labels = await LockedLabels.of(trx, labelIds);
  const putter = new BatchWriter(putting, labels, await ExistingAnnotations.of(trx, before));
  for (const item of batch) putter.take(item, images.get(item.n));
  await putter.write(trx, createWriteScope(workspaceId, userId));
  const { importId, labels: labelsByKey } = putting;
  const labelOf = (key: string) => labelsByKey[key];
  const facts = await insertImageFacts(trx, { importId, workspaceId, importerId: userId, batch, images, drawn: putter.grouped, labelOf });
  await putter.keep(trx, images);
  await recordObjects(trx, importId, putter.cutOut);
  await syncFacets(trx, workspaceId, [...imageSyncs(there, putter.said), ...putter.objectSyncs, ...facts.syncs]);
  const made = { ...(facts.groups > 0 && { groups_created: facts.groups }), ...(facts.jobs > 0 && { jobs_created: facts.jobs }) };
  return { result: { ...putter.result, ...made }, leftover, created: facts.created, hasVerified: facts.hasVerified };
}

function imageSyncs(images: readonly Image[], said: readonly ImageLabelRow[]): FacetSync[] {
  const added = images.flatMap(({ id, isNew }) => (isNew ? id : []));
  const refs = [...new Set(said.map(({ label }) => label))];
  return [
    { target: 'image', ids: added, kinds: ['image.exists', 'image.test', 'image.real'] },
    { target: 'image', ids: [...new Set(said.map(({ image }) => image))], kinds: ['image.label'], refs },
  ];
}

class BatchWriter {
  readonly said: ImageLabelRow[] = [];
  readonly result: ImportResult = {
    pictures: { added: 0, here: 0, failed: 0 },
    shapes: { boxes: 0, polygons: 0, points: 0, labels: 0, same: 0 },
    labels_created: 0,
    notes: [],
  };
  objectSyncs: FacetSync[] = [];
  /** Boxes that products show. */
  readonly cutOut: Wanted[] = [];
  /** Boxes that were drawn, with the groups that the files have them in. */
  grouped: { item: number; object: string; groups: string[] }[] = [];
  private readonly wanted: Record<'box' | 'polygon' | 'point', Wanted[]> = { box: [], polygon: [], point: [] };
  private readonly made: MadeShape[] = [];
  private readonly reasons = new Map<number, string[]>();
  private readonly items: number[] = [];

  constructor(
    private readonly putting: ApplyContext,
    private readonly labels: LockedLabels,
    private readonly existing: ExistingAnnotations,
  ) {}

  take(item: BatchItem, image: AppliedImage | undefined): void {
    this.items.push(item.n);
    if (item.reason) this.reasons.set(item.n, [item.reason]);
    if (!image || 'refused' in image) {
      this.result.pictures.failed += 1;
      this.reasons.set(item.n, [image?.refused ?? messages.pictureGone]);
      return;
    }
    this.result.pictures[image.isNew ? 'added' : 'here'] += 1;
    const unmet = this.existing.of(image.id);
    for (const shape of item.shapes) this.takeShape(item, image, shape, unmet);
    unmet.end();
  }

  private takeShape(item: BatchItem, image: Image, shape: Shape, unmet: AnnotationMatcher): void {
    const label = shape.kind === 'point' ? shape.class : this.putting.labels[shape.class];
    // Left out by a choice.
    if (label == null) return;
    if (shape.kind === 'label') {
      const value = this.labels.valueOf(label, shape.value);
      if ('left' in value) this.note(item.n, value.left);
      else if (unmet.meets('label', label, [])) this.result.shapes.same += 1;
      else this.said.push({ item: item.n, n: shape.n, image: image.id, label, value: value.value });
      return;
    }
    const said = item.width && item.height ? { width: item.width, height: item.height } : null;
    const fitted = fitShape(shape, { ...image, said }, this.putting.outside);
    if ('left' in fitted) return this.note(item.n, fitted.left);
    if (fitted.moved) this.note(item.n, messages.clamped);
    const wanted = { item: item.n, n: shape.n, image: image.id, label, data: fitted.data, shape };
    if (shape.products) this.cutOut.push(wanted);
    if (unmet.meets(shape.kind, label, fitted.data)) this.result.shapes.same += 1;
    else this.wanted[shape.kind].push(wanted);
  }

  async write(trx: Db, reach: WriteScope): Promise<void> {
    const { box, polygon, point } = this.wanted;
    await insertDeclaredImageLabels(trx, this.putting.workspaceId, this.said);
    this.result.shapes.labels += this.said.length;
    this.made.push(...this.said.map(({ item, n, label }) => ({ item, n, id: label })));
    this.result.shapes.polygons += await this.writeKind(trx, reach, polygonKind, polygon, ({ label, shape: { meta_data } }) => ({
      segmentation_label: label,
      meta_data,
    }));
    this.result.shapes.points += await this.writeKind(trx, reach, pointKind, point, ({ label }) => ({ name: label }));
    const from = this.made.length;
    this.result.shapes.boxes += await this.writeKind(trx, reach, objectKind, box, ({ label, shape: { meta_data } }) => ({
      detection_label: label,
      meta_data,
    }));
    const shapes = new Map(box.map(({ n, shape }) => [n, shape]));
    this.grouped = this.made.slice(from).flatMap(({ item, n, id }) => {
      const groups = shapes.get(n)?.groups;
      return groups ? { item, object: id, groups } : [];
    });
    this.objectSyncs = await insertDeclaredObjectLabels(
      trx,
      { workspaceId: this.putting.workspaceId, labelOf: (key) => this.putting.labels[key], labels: this.labels },
      this.made.slice(from).map(({ n, id }) => ({ object: id, labels: shapes.get(n)?.labels ?? [] })),
    );
  }

  /** By the writer of all shapes; what it refuses is a note of the picture. Answers how many were drawn. */
  private async writeKind<Row extends ShapeRow, New extends NewShape, Edit extends ShapeEdit>(
    trx: Db,
    reach: WriteScope,
    kind: ShapeKind<Row, New, Edit>,
    wanted: readonly Wanted[],
    fieldsOf: (wanted: Wanted) => Omit<New, keyof NewShape>,
  ): Promise<number> {
    if (wanted.length === 0) return 0;
    const items = wanted.map((each) => {
      const fields = { image: each.image, data: each.data, ...fieldsOf(each) } as New;
      return { op: 'create' as const, ...fields };
    });
    const { outcomes } = await writeShapes(trx, reach, kind, items);
    let drawn = 0;
    for (const [at, outcome] of outcomes.entries()) {
      const { item, n } = wanted[at]!;
      if ('refused' in outcome) this.note(item, outcome.refused.detail);
      else if ('id' in outcome) {
        drawn += 1;
        this.made.push({ item, n, id: outcome.id });
      }
    }
    return drawn;
  }

  /** Notes in the rows of the import what became of each picture and shape. */
  async keep(trx: Db, images: ReadonlyMap<number, AppliedImage>): Promise<void> {
    const done = this.items.map((n) => {
      const image = images.get(n);
      const isThere = image !== undefined && 'id' in image;
      const outcome = !isThere ? 'failed' : image.isNew ? 'added' : 'here';
      return { n, outcome, image: isThere ? image.id : null, reason: this.reasons.get(n)?.join('; ') ?? null };
    });
    const { importId } = this.putting;
    await sql`
      update import_item t set done = true, outcome = d.outcome, image_id = d.image, reason = d.reason
      from jsonb_to_recordset(${JSON.stringify(done)}::jsonb) as d(n int, outcome text, image uuid, reason text)
      where t.import_id = ${importId} and t.n = d.n`.execute(trx);
    if (this.made.length > 0)
      await sql`
        update import_shape s set made = m.id
        from jsonb_to_recordset(${JSON.stringify(this.made)}::jsonb) as m(item int, n int, id uuid)
        where s.import_id = ${importId} and s.item = m.item and s.n = m.n`.execute(trx);
  }

  private note(item: number, reason: string): void {
    const known = this.result.notes.find((note) => note.reason === reason);
    if (known) known.count += 1;
    else this.result.notes.push({ reason, count: 1 });
    const reasons = this.reasons.get(item) ?? [];
    if (!reasons.includes(reason)) this.reasons.set(item, [...reasons, reason]);
  }
}
