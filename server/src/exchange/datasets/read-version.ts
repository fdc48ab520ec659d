import { computeSkeletonBounds } from '@console/shared-contract/skeleton';
import type { MaskData } from '@console/shared-contract/api';
import type { ShapeAttributes } from '@console/shared-contract/shape-attributes';
import { sql, type RawBuilder } from 'kysely';
import { computeBoundingBox } from '../../data-access/shapes/geometry';
import { measureMask } from '../../data-access/shapes/mask-geometry';
import type { Db } from '../../platform/database/connection';
import type { Annotations } from '../../ml/learning/dataset';
import {
  selectLabelsById,
  DATASET_IMAGE_DETAILS,
  type DatasetLabel,
  type DatasetImageDetails,
} from '../../ml/learning/dataset-columns';
import type { ImageRecord, LabelRecord } from '../../data-access/shapes/image-record';

/** A version that is ready to be exported. */
export interface Version {
  id: string;
  name: string | null;
  created: Date;
  pictures: number;
  labels: DatasetLabel[];
}

/** Versions created by users store more kinds of annotations than versions created by trainings. */
interface StoredAnnotations extends Annotations {
  labels?: { id: string; value: number | null }[];
  objects?: {
    id: string;
    label: string;
    data: number[];
    /** Missing in versions that older releases created. */
    rotated_box?: number[] | null;
    meta_data?: unknown;
    /** Missing in versions that older releases created. */
    attributes?: ShapeAttributes;
    labels?: { id: string; value: number | null }[];
  }[];
  polygons?: { id: string; label: string; data: number[]; meta_data?: unknown; attributes?: ShapeAttributes }[];
  /** Missing in versions that older releases created. */
  masks?: { id: string; label: string; data: MaskData; meta_data?: unknown; attributes?: ShapeAttributes }[];
  points?: { id: string; name: string; data: number[] }[];
  /** Missing in versions that older releases created. */
  skeletons?: { id: string; label: string; data: number[]; meta_data?: unknown; attributes?: ShapeAttributes }[];
}

interface Row {
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
  ...{ of: 'detection', id: 'unknown', name: 'unknown', drawn: true },
  ...{ type: null, min_value: null, max_value: null, step_value: null },
};

/** Finds a version that is ready, with its labels. */
export async function findVersion(db: Db, id: string): Promise<Version | null> {
  const { rows } = await sql<Omit<Version, 'labels'> & { labels: DatasetLabel[] | null }>`
    select id, name, created, pictures, labels from dataset_version where id = ${id} and state = 'ready'`.execute(db);
  const [row] = rows;
  return row ? { ...row, labels: row.labels ?? (await listUsedLabels(db, id)) } : null;
}

/** Counts the images of a version, or only the verified ones. */
export async function countVersionImages(db: Db, id: string, onlyVerified: boolean): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from dataset_picture p where p.dataset_id = ${id} and (${!onlyVerified}
      or coalesce(p.picture -> 'verified_by' <> '[]', exists (select from image_verification v where v.image_id = p.image_id)))`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Reads the images of a version in order, as they were when it was created. */
export async function* readVersion(db: Db, { id, created, labels }: Version): AsyncGenerator<VersionImage> {
  const names = new Map(labels.map((label) => [label.id, label.name]));
  for (let after = -1; ;) {
    const { rows } = await sql<Row>`
      select p.place, p.image_id, p.img_key, p.img_width, p.img_height, p.test_image, p.annotations, i.id is null as deleted,
        coalesce(p.picture, case when i.id is not null then ${DATASET_IMAGE_DETAILS} end) as picture
      from dataset_picture p left join training_image i on i.id = p.image_id
      where p.dataset_id = ${id} and p.place > ${after} order by p.place limit ${IMAGES_PER_QUERY}`.execute(db);
    for (const row of rows) yield toImage(row, names, created);
    const last = rows.at(-1);
    if (!last) return;
    after = last.place;
  }
}

function toImage(row: Row, names: ReadonlyMap<string, string>, versionCreated: Date): VersionImage {
  const { labels = [], objects = [], labelled = [], polygons = [], masks = [], points = [], skeletons = [] } = row.annotations;
  const toNamedLabel = (id: string) => ({ id, name: names.get(id) ?? id });
  const toLabels = (storedLabels: readonly { id: string; value: number | null }[] = []): LabelRecord[] =>
    storedLabels.map(({ id, value }) => ({ ...toNamedLabel(id), value }));
  const shape = { image_id: row.image_id, created: versionCreated, version: 0 };
  const { created, ...details } = row.picture ?? EMPTY_DETAILS;
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
    created: created === '' ? versionCreated : new Date(created),
    verifications: details.verified_by.length,
    labels: toLabels(labels),
    objects: [...objects, ...labelled].map((object) => ({
      ...shape,
      id: object.id,
      data: object.data,
      rotated_box: ('rotated_box' in object ? object.rotated_box : null) ?? null,
      detection_label: object.label === undefined ? UNKNOWN_LABEL : toNamedLabel(object.label),
      meta_data: ('meta_data' in object ? object.meta_data : null) ?? null,
      attributes: ('attributes' in object ? object.attributes : undefined) ?? {},
      labels: toLabels(object.labels),
      groups: [],
    })),
    polygons: polygons.map(({ id, data, label, meta_data, attributes = {} }) => ({
      ...{ ...shape, id, data, bbox: computeBoundingBox(data) },
      segmentation_label: toNamedLabel(label),
      meta_data: meta_data ?? null,
      attributes,
    })),
    masks: masks.map(({ id, data, label, meta_data, attributes = {} }) => ({
      ...{ ...shape, id, data, ...measureMask(data) },
      segmentation_label: toNamedLabel(label),
      meta_data: meta_data ?? null,
      attributes,
    })),
    points: points.map(({ id, name, data }) => ({ ...shape, id, name, data })),
    skeletons: skeletons.map(({ id, data, label, meta_data, attributes = {} }) => ({
      ...{ ...shape, id, data, bbox: computeSkeletonBounds(data) ?? [] },
      detection_label: toNamedLabel(label),
      meta_data: meta_data ?? null,
      attributes,
    })),
    isDeleted: row.deleted,
  };
}

/** For a deleted image in a version of an earlier release, which did not store details. */
const EMPTY_DETAILS: DatasetImageDetails = {
  ...{
    display_key: null,
    mask_key: null,
    content_type: '',
    name: null,
    meta_data: null,
    content_hash: '',
    real: true,
    created: '',
  },
  ...{ verified_by: [], groups: [], jobs: [] },
};

/** Lists the labels of a version of an earlier release, with their current names. Deleted labels are named by their ids. */
async function listUsedLabels(db: Db, id: string): Promise<DatasetLabel[]> {
  const fromAnnotations = (key: string) => sql`dataset_picture p, jsonb_array_elements(p.annotations -> ${key}) x`;
  const selectIds = (from: RawBuilder<unknown>, column: RawBuilder<unknown>) =>
    sql`select (${column})::uuid from ${from} where p.dataset_id = ${id}`;
  const recognition = sql`
    ${selectIds(fromAnnotations('labels'), sql`x ->> 'id'`)}
    union ${selectIds(sql`${fromAnnotations('labelled')}, jsonb_array_elements(x -> 'labels') y`, sql`y ->> 'id'`)}`;
  const detection = selectIds(fromAnnotations('objects'), sql`x ->> 'label'`);
  const segmentation = selectIds(fromAnnotations('polygons'), sql`x ->> 'label'`);
  const { rows } = await sql<{
    labels: DatasetLabel[];
    used: { of: DatasetLabel['of']; id: string }[];
    has_unknown_labels: boolean;
  }>`
    select ${selectLabelsById({ recognition, detection, segmentation })} as labels, (
      select coalesce(json_agg(s order by s.of, s.id), '[]') from (
        select 'recognition'::text as of, id from (${recognition}) r(id)
        union all select 'detection', id from (${detection}) d(id)
        union all select 'segmentation', id from (${segmentation}) g(id)) s) as used,
      exists (select from ${fromAnnotations('labelled')} where p.dataset_id = ${id}) as has_unknown_labels`.execute(db);
  const { labels, used, has_unknown_labels: hasUnknownLabels } = rows[0]!;
  const labelIds = new Set(labels.map((label) => label.id));
  const deleted = used
    .filter((label) => !labelIds.has(label.id))
    .map((label) => ({ ...UNKNOWN_LABEL, ...label, name: label.id }));
  return [...labels, ...deleted, ...(hasUnknownLabels ? [UNKNOWN_LABEL] : [])];
}
