import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../database/connection';
import type { Annotations } from '../learning/dataset';
import {
  selectLabelsById,
  DATASET_IMAGE_DETAILS,
  type DatasetLabel,
  type DatasetImageDetails,
} from '../learning/dataset-columns';
import type { ImageRecord, LabelRecord } from '../shapes/read-workspace';

/** A version as an export takes it. */
export interface Version {
  id: string;
  name: string | null;
  created: Date;
  pictures: number;
  labels: DatasetLabel[];
}

/** Of a version that was made by hand there is more than a training keeps. */
interface KeptAnnotations extends Annotations {
  labels?: { id: string; value: number | null }[];
  objects?: { id: string; label: string; data: number[]; meta_data?: unknown; labels?: { id: string; value: number | null }[] }[];
  polygons?: { id: string; label: string; data: number[]; meta_data?: unknown }[];
  points?: { id: string; name: string; data: number[] }[];
}

interface Row {
  place: number;
  image_id: string;
  img_key: string;
  img_width: number;
  img_height: number;
  test_image: boolean;
  annotations: KeptAnnotations;
  picture: DatasetImageDetails | null;
  deleted: boolean;
}

export interface VersionImage extends ImageRecord {
  /** Since the version was made: its file is no longer there, what was said of it is. */
  isDeleted: boolean;
}

const AT_ONCE = 500;
/** What a version of before has of the box of a labelled object. */
const UNKNOWN: DatasetLabel = {
  ...{ of: 'detection', id: 'unknown', name: 'unknown', drawn: true },
  ...{ type: null, min_value: null, max_value: null, step_value: null },
};

/** A version that is ready, with its labels; null where there is none. */
export async function findVersion(db: Db, id: string): Promise<Version | null> {
  const { rows } = await sql<Omit<Version, 'labels'> & { labels: DatasetLabel[] | null }>`
    select id, name, created, pictures, labels from dataset_version where id = ${id} and state = 'ready'`.execute(db);
  const [row] = rows;
  return row ? { ...row, labels: row.labels ?? (await labelsSaid(db, id)) } : null;
}

/** How many pictures a version has, or those of them that were verified. */
export async function countVersionImages(db: Db, id: string, onlyVerified: boolean): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from dataset_picture p where p.dataset_id = ${id} and (${!onlyVerified}
      or coalesce(p.picture -> 'verified_by' <> '[]', exists (select from image_verification v where v.image_id = p.image_id)))`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** The pictures of a version in their order, as they were: some hundreds at a time. */
export async function* readVersion(db: Db, { id, created, labels }: Version): AsyncGenerator<VersionImage> {
  const names = new Map(labels.map((label) => [label.id, label.name]));
  for (let after = -1; ;) {
    const { rows } = await sql<Row>`
      select p.place, p.image_id, p.img_key, p.img_width, p.img_height, p.test_image, p.annotations, i.id is null as deleted,
        coalesce(p.picture, case when i.id is not null then ${DATASET_IMAGE_DETAILS} end) as picture
      from dataset_picture p left join training_image i on i.id = p.image_id
      where p.dataset_id = ${id} and p.place > ${after} order by p.place limit ${AT_ONCE}`.execute(db);
    for (const row of rows) yield imageOf(row, names, created);
    const last = rows.at(-1);
    if (!last) return;
    after = last.place;
  }
}

function imageOf(row: Row, names: ReadonlyMap<string, string>, made: Date): VersionImage {
  const { labels = [], objects = [], labelled = [], polygons = [], points = [] } = row.annotations;
  const named = (id: string) => ({ id, name: names.get(id) ?? id });
  const said = (each: readonly { id: string; value: number | null }[] = []): LabelRecord[] =>
    each.map(({ id, value }) => ({ ...named(id), value }));
  const shape = { image_id: row.image_id, created: made, version: 0 };
  const { created, ...picture } = row.picture ?? NOTHING_KEPT;
  return {
    ...picture,
    products: picture.products ?? [],
    id: row.image_id,
    seq: row.place,
    img_key: row.img_key,
    img_width: row.img_width,
    img_height: row.img_height,
    test_image: row.test_image,
    created: created === '' ? made : new Date(created),
    verifications: picture.verified_by.length,
    labels: said(labels),
    objects: [...objects, ...labelled].map((object) => ({
      ...shape,
      id: object.id,
      data: object.data,
      detection_label: object.label === undefined ? UNKNOWN : named(object.label),
      meta_data: ('meta_data' in object ? object.meta_data : null) ?? null,
      labels: said(object.labels),
      groups: [],
    })),
    polygons: polygons.map(({ id, data, label, meta_data }) => ({
      ...{ ...shape, id, data, bbox: boxOf(data) },
      segmentation_label: named(label),
      meta_data: meta_data ?? null,
    })),
    points: points.map(({ id, name, data }) => ({ ...shape, id, name, data })),
    isDeleted: row.deleted,
  };
}

/** Of a picture that is gone, in a version of before. */
const NOTHING_KEPT: DatasetImageDetails = {
  ...{ display_key: null, mask_key: null, content_type: '', meta_data: null, content_hash: '', real: true, created: '' },
  ...{ verified_by: [], groups: [], jobs: [] },
};

function boxOf(data: readonly number[]): number[] {
  const sides = (from: 0 | 1) => data.filter((_, at) => at % 2 === from);
  const [xs, ys] = [sides(0), sides(1)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Labels that a version of before names, as they are called now; those that are gone by their ids. */
async function labelsSaid(db: Db, id: string): Promise<DatasetLabel[]> {
  const within = (key: string) => sql`dataset_picture p, jsonb_array_elements(p.annotations -> ${key}) x`;
  const of = (from: RawBuilder<unknown>, column: RawBuilder<unknown>) =>
    sql`select (${column})::uuid from ${from} where p.dataset_id = ${id}`;
  const recognition = sql`
    ${of(within('labels'), sql`x ->> 'id'`)}
    union ${of(sql`${within('labelled')}, jsonb_array_elements(x -> 'labels') y`, sql`y ->> 'id'`)}`;
  const detection = of(within('objects'), sql`x ->> 'label'`);
  const segmentation = of(within('polygons'), sql`x ->> 'label'`);
  const { rows } = await sql<{ labels: DatasetLabel[]; said: { of: DatasetLabel['of']; id: string }[]; boxes: boolean }>`
    select ${selectLabelsById({ recognition, detection, segmentation })} as labels, (
      select coalesce(json_agg(s order by s.of, s.id), '[]') from (
        select 'recognition'::text as of, id from (${recognition}) r(id)
        union all select 'detection', id from (${detection}) d(id)
        union all select 'segmentation', id from (${segmentation}) g(id)) s) as said,
      exists (select from ${within('labelled')} where p.dataset_id = ${id}) as boxes`.execute(db);
  const { labels, said, boxes } = rows[0]!;
  const known = new Set(labels.map((label) => label.id));
  const gone = said.filter((label) => !known.has(label.id)).map((label) => ({ ...UNKNOWN, ...label, name: label.id }));
  return [...labels, ...gone, ...(boxes ? [UNKNOWN] : [])];
}
