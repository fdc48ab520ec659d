import { sql, type RawBuilder } from 'kysely';
import { SHAPE_KINDS } from '../../data-access/shape-kinds/registry';
import type { AnyShapeKind } from '../../data-access/shapes/define-kind';
import type { Db } from '../../platform/database/connection';
import type { ShapePlural } from '../../platform/database/tables/shapes';
import type { AnnotatedLabel, Annotations } from '../../ml/learning/dataset';
import {
  selectLabelsById,
  DATASET_IMAGE_DETAILS,
  type DatasetLabel,
  type DatasetImageDetails,
} from '../../ml/learning/dataset-columns';
import type { ImageRecord, LabelRecord, ShapeRecords } from '../../data-access/shape-kinds/image-record';

/** A dataset version that is ready to be exported. */
export interface Version {
  id: string;
  name: string | null;
  created: Date;
  pictures: number;
  labels: DatasetLabel[];
}

/** A shape of a version. Versions that older releases created lack some fields. */
interface StoredShape extends Readonly<Record<string, unknown>> {
  id: string;
  data: unknown;
  label?: string;
  labels?: AnnotatedLabel[];
}

/** Dataset versions created by users contain all kinds of shapes. Versions created by trainings contain only one kind. */
type StoredAnnotations = Pick<Annotations, 'labels' | 'labelled'> & Partial<Record<ShapePlural, StoredShape[]>>;

/** Values of fields that older releases did not store. */
const MISSING_FIELDS: Readonly<Record<string, unknown>> = { attributes: {} };

interface VersionRow {
  place: number;
  image_id: string;
  img_key: string;
  img_width: number;
  img_height: number;
  test_image: boolean;
  annotations: StoredAnnotations;
  picture: DatasetImageDetails | null;
  deleted: boolean;
}

export interface VersionImage extends ImageRecord {
  /** The image was deleted after the version was created. Its annotations still exist, its file does not. */
  isDeleted: boolean;
}

const IMAGES_PER_QUERY = 500;
/** Placeholder for an unknown detection label, because earlier releases did not store the labels of some boxes. */
const UNKNOWN_LABEL: DatasetLabel = {
  of: 'detection',
  id: 'unknown',
  name: 'unknown',
  drawn: true,
  type: null,
  min_value: null,
  max_value: null,
  step_value: null,
};

/** Finds a version that is ready, with its labels. */
export async function findVersion(db: Db, id: string): Promise<Version | null> {
  const { rows } = await sql<Omit<Version, 'labels'> & { labels: DatasetLabel[] | null }>`
    select id, name, created, pictures, labels from dataset_version where id = ${id} and state = 'ready'`.execute(db);
  const [row] = rows;
  return row ? { ...row, labels: row.labels ?? (await listUsedLabels(db, id)) } : null;
}

export async function countVersionImages(db: Db, id: string, onlyVerified: boolean): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from dataset_picture p where p.dataset_id = ${id} and (${!onlyVerified}
      or coalesce(p.picture -> 'verified_by' <> '[]', exists (select from image_verification v where v.image_id = p.image_id)))`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Reads the images of a version in order, as they were when it was created. */
export async function* readVersion(db: Db, { id, created: createdTime, labels }: Version): AsyncGenerator<VersionImage> {
  const names = new Map(labels.map((label) => [label.id, label.name]));
  for (let lastPlace = -1; ;) {
    const { rows } = await sql<VersionRow>`
      select p.place, p.image_id, p.img_key, p.img_width, p.img_height, p.test_image, p.annotations, i.id is null as deleted,
        coalesce(p.picture, case when i.id is not null then ${DATASET_IMAGE_DETAILS} end) as picture
      from dataset_picture p left join training_image i on i.id = p.image_id
      where p.dataset_id = ${id} and p.place > ${lastPlace} order by p.place limit ${IMAGES_PER_QUERY}`.execute(db);
    for (const row of rows) yield toImage(row, names, createdTime);
    const lastRow = rows.at(-1);
    if (!lastRow) return;
    lastPlace = lastRow.place;
  }
}

function toImage(row: VersionRow, names: ReadonlyMap<string, string>, versionCreated: Date): VersionImage {
  const toNamedLabel = (id: string) => ({ id, name: names.get(id) ?? id });
  const toLabels = (storedLabels: readonly { id: string; value: number | null }[] = []): LabelRecord[] =>
    storedLabels.map(({ id, value }) => ({ ...toNamedLabel(id), value }));
  const { labels, objects = [], labelled: labelledObjects = [], ...otherShapes } = row.annotations;
  const annotations: StoredAnnotations = { ...otherShapes, objects: [...objects, ...labelledObjects] };
  const toShape = ({ fields, label, related, computeFields }: AnyShapeKind, storedShape: StoredShape) => ({
    image_id: row.image_id,
    created: versionCreated,
    version: 0,
    id: storedShape.id,
    data: storedShape.data,
    ...computeFields(storedShape.data),
    ...Object.fromEntries(fields.map((field) => [field, storedShape[field] ?? MISSING_FIELDS[field] ?? null])),
    ...(label && { [label.field]: storedShape.label === undefined ? UNKNOWN_LABEL : toNamedLabel(storedShape.label) }),
    ...Object.fromEntries(Object.keys(related?.inRecord ?? {}).map((name) => [name, []])),
    ...(storedShape.labels && { labels: toLabels(storedShape.labels) }),
  });
  const shapes = Object.fromEntries(
    SHAPE_KINDS.map((kind) => [kind.plural, (annotations[kind.plural] ?? []).map((storedShape) => toShape(kind, storedShape))]),
  ) as unknown as ShapeRecords;
  const { created: createdTime, ...details } = row.picture ?? EMPTY_DETAILS;
  return {
    ...details,
    name: details.name ?? null,
    products: details.products ?? [],
    id: row.image_id,
    seq: row.place,
    img_key: row.img_key,
    img_width: row.img_width,
    img_height: row.img_height,
    test_image: row.test_image,
    created: createdTime === '' ? versionCreated : new Date(createdTime),
    verifications: details.verified_by.length,
    labels: toLabels(labels),
    ...shapes,
    isDeleted: row.deleted,
  };
}

/** Details of a deleted image in a version of an earlier release, which did not store details. */
const EMPTY_DETAILS: DatasetImageDetails = {
  display_key: null,
  mask_key: null,
  content_type: '',
  name: null,
  meta_data: null,
  content_hash: '',
  real: true,
  created: '',
  verified_by: [],
  groups: [],
  jobs: [],
};

/** Lists the labels of a version of an earlier release, with their current names. Deleted labels are named by their ids. */
async function listUsedLabels(db: Db, id: string): Promise<DatasetLabel[]> {
  const selectAnnotations = (key: string) => sql`dataset_picture p, jsonb_array_elements(p.annotations -> ${key}) x`;
  const selectIds = (source: RawBuilder<unknown>, column: RawBuilder<unknown>) =>
    sql`select (${column})::uuid from ${source} where p.dataset_id = ${id}`;
  const recognitionIds = sql`
    ${selectIds(selectAnnotations('labels'), sql`x ->> 'id'`)}
    union ${selectIds(sql`${selectAnnotations('labelled')}, jsonb_array_elements(x -> 'labels') y`, sql`y ->> 'id'`)}`;
  const detectionIds = selectIds(selectAnnotations('objects'), sql`x ->> 'label'`);
  const segmentationIds = selectIds(selectAnnotations('polygons'), sql`x ->> 'label'`);
  const { rows } = await sql<{
    labels: DatasetLabel[];
    used: { of: DatasetLabel['of']; id: string }[];
    has_unknown_labels: boolean;
  }>`
    select ${selectLabelsById({ recognition: recognitionIds, detection: detectionIds, segmentation: segmentationIds })} as labels, (
      select coalesce(json_agg(s order by s.of, s.id), '[]') from (
        select 'recognition'::text as of, id from (${recognitionIds}) r(id)
        union all select 'detection', id from (${detectionIds}) d(id)
        union all select 'segmentation', id from (${segmentationIds}) g(id)) s) as used,
      exists (select from ${selectAnnotations('labelled')} where p.dataset_id = ${id}) as has_unknown_labels`.execute(db);
  const { labels, used: usedLabels, has_unknown_labels: hasUnknownLabels } = rows[0]!;
  const labelIds = new Set(labels.map((label) => label.id));
  const deletedLabels = usedLabels
    .filter((label) => !labelIds.has(label.id))
    .map((label) => ({ ...UNKNOWN_LABEL, ...label, name: label.id }));
  return [...labels, ...deletedLabels, ...(hasUnknownLabels ? [UNKNOWN_LABEL] : [])];
}
