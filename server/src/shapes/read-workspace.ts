import { sql } from 'kysely';
import type { Db } from '../database/connection';

export interface ReadLabel {
  id: string;
  name: string;
  value: number | null;
}

interface ReadShape {
  id: string;
  image_id: string;
  data: number[];
  created: Date;
  version: number;
}

export interface ReadObject extends ReadShape {
  detection_label: { id: string; name: string };
  meta_data: unknown;
  labels: ReadLabel[];
  /** Ids of the groups that it is in. */
  groups: string[];
}

export interface ReadPolygon extends ReadShape {
  segmentation_label: { id: string; name: string };
  bbox: number[];
  meta_data: unknown;
}

export interface ReadPoint extends ReadShape {
  name: string;
}

interface ReadSet {
  name: string;
  year: number | null;
}

interface ReadPrice {
  price: string;
  currency: string;
  date: string;
  source: string | null;
  grade_company: string | null;
  item_link: string | null;
  img_link: string | null;
}

/** A product that has a cut-out of a picture's object among its own pictures. */
export interface ReadProduct {
  id: string;
  name: string;
  customer_product_id: string;
  object: string;
  verified: boolean;
  meta_data: unknown;
  collection: { name: string; type: string } | null;
  set: (ReadSet & { above?: ReadSet[] }) | null;
  prices?: ReadPrice[];
}

/** A job that a picture is in, and what was done of it there. */
export interface ReadJob {
  id: string;
  name: string;
  done: boolean;
  /** People who have done it, and those of them that are known; absent in versions of before. */
  count?: number;
  by?: { email: string; done: string; seconds: number | null }[];
}

/** A picture with all that is drawn on it. */
export interface ReadImage {
  id: string;
  seq: number;
  img_key: string;
  /** What a browser shows in its place, upright; null: the picture itself. */
  display_key: string | null;
  mask_key: string | null;
  content_type: string;
  img_width: number;
  img_height: number;
  meta_data: unknown;
  content_hash: string;
  real: boolean;
  test_image: boolean;
  created: Date;
  verifications: number;
  verified_by: { email: string; created: string }[];
  groups: { id: string; name: string }[];
  jobs: ReadJob[];
  products: ReadProduct[];
  labels: ReadLabel[];
  objects: ReadObject[];
  polygons: ReadPolygon[];
  points: ReadPoint[];
}

/** Sets within sets, in an export. */
const MOST_SETS = 20;
/** The sets that a set `s` is in, the nearest first. */
const SETS_ABOVE = sql`coalesce((
  with recursive above (id, name, year, parent_id, height) as (
    select a.id, a.name, a.year, a.parent_id, 1 from product_set a where a.id = s.parent_id
    union all select a.id, a.name, a.year, a.parent_id, b.height + 1 from above b join product_set a on a.id = b.parent_id where b.height < ${sql.lit(MOST_SETS)})
  select jsonb_agg(jsonb_build_object('name', a.name, 'year', a.year) order by a.height) from above a), '[]')`;

const PRICES = sql`coalesce((
  select jsonb_agg(jsonb_build_object('price', r.price::text, 'currency', r.currency, 'date', r.date_of_creation, 'source', o.name,
    'grade_company', g.name, 'item_link', r.item_link, 'img_link', r.img_link) order by r.date_of_creation, r.id)
  from price r left join price_source o on o.id = r.source_id left join grade_company g on g.id = r.grade_company_id
  where r.product_id = p.id), '[]')`;

/** Of an image `i` in SQL: who has verified it, its groups and its jobs, and the products that cut-outs of it show. */
export const FACTS = {
  verifiedBy: sql`coalesce((
        select json_agg(json_build_object('email', u.email, 'created', v.created) order by v.created, u.email)
        from image_verification v join app_user u on u.id = v.user_id where v.image_id = i.id), '[]')`,
  groups: sql`coalesce((
        select json_agg(json_build_object('id', g.id, 'name', g.name) order by lower(g.name), g.id)
        from group_image m join similarity_group g on g.id = m.group_id where m.image_id = i.id), '[]')`,
  jobs: sql`coalesce((
        select json_agg(json_build_object('id', j.id, 'name', j.name, 'done', t.done_count >= j.todo_number,
          'count', t.done_count, 'by', coalesce((
            select json_agg(json_build_object('email', u.email, 'done', w.done_at, 'seconds', w.seconds) order by w.done_at, u.email)
            from item_work w join app_user u on u.id = w.user_id where w.item_id = t.id and w.done_at is not null), '[]')) order by lower(j.name), j.id)
        from job_item t join annotation_job j on j.id = t.job_id where t.image_id = i.id), '[]')`,
  products: sql`coalesce((
        select json_agg(distinct jsonb_build_object('id', p.id, 'name', p.name, 'customer_product_id', p.customer_product_id,
          'object', c.meta_data ->> 'object', 'verified', p.verified, 'meta_data', p.meta_data,
          'collection', case when l.id is not null then jsonb_build_object('name', l.name, 'type', l.type) end,
          'set', case when s.id is not null then jsonb_build_object('name', s.name, 'year', s.year, 'above', ${SETS_ABOVE}) end,
          'prices', ${PRICES}))
        from product_image c join product p on p.id = c.product_id
          left join product_collection l on l.id = p.collection_id left join product_set s on s.id = p.product_set_id
        where c.meta_data ->> 'image' = i.id::text and c.meta_data ->> 'object' is not null and c.workspace_id = i.workspace_id), '[]')`,
};

type ImageHead = Omit<ReadImage, 'objects' | 'polygons' | 'points'> & { shapes: number };

const IMAGES_AT_ONCE = 200;
/** A picture may have thousands of shapes; pictures are read together as long as theirs are no more than this. */
const SHAPES_AT_ONCE = 5_000;

/**
 * Every picture of a workspace, or those that `chosenAfter` names (the next of them after a `seq`, in order), with its labels and
 * shapes, in the order of upload, as all of it was at the first moment of the reading: what is written meanwhile is not seen. Holds some thousands of shapes in memory, and one connection until
 * it ends or is left. `beside` reads more of pictures from the same moment, before they are given.
 */
export async function* readWorkspace(
  db: Db,
  workspaceId: string,
  chosenAfter: (snapshot: Db, after: number) => Promise<readonly number[]> = async (snapshot, after) => {
    const { rows } = await sql<{ seq: number }>`
      select seq from training_image where workspace_id = ${workspaceId} and seq > ${after} order by seq limit ${IMAGES_AT_ONCE}`.execute(
      snapshot,
    );
    return rows.map(({ seq }) => seq);
  },
  beside: (snapshot: Db, images: readonly ReadImage[]) => Promise<void> = async () => undefined,
): AsyncGenerator<ReadImage> {
  const snapshot = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
  try {
    for (let after = -1; ;) {
      const seqs = await chosenAfter(snapshot, after);
      const last = seqs.at(-1);
      if (last === undefined) return;
      for (let from = 0; from < seqs.length; from += IMAGES_AT_ONCE) {
        const heads = await headsOf(snapshot, workspaceId, seqs.slice(from, from + IMAGES_AT_ONCE));
        for (const together of inGroups(heads)) {
          const images = await withShapes(snapshot, together);
          await beside(snapshot, images);
          yield* images;
        }
      }
      after = last;
    }
  } finally {
    await snapshot.rollback().execute();
  }
}

async function headsOf(db: Db, workspaceId: string, seqs: readonly number[]): Promise<ImageHead[]> {
  const { rows } = await sql<ImageHead>`
    select i.id, i.seq, i.img_key, i.display_key, i.mask_key, i.content_type, i.img_width, i.img_height, i.meta_data, i.content_hash, i.real, i.test_image, i.created,
      (select count(*)::int from image_verification v where v.image_id = i.id) as verifications,
      ${FACTS.verifiedBy} as verified_by, ${FACTS.groups} as groups, ${FACTS.jobs} as jobs, ${FACTS.products} as products,
      coalesce((
        select json_agg(json_build_object('id', l.id, 'name', l.name, 'value', il.value) order by lower(l.name), l.id)
        from image_label il join recognition_label l on l.id = il.label_id where il.image_id = i.id), '[]') as labels,
      ((select count(*) from detection_object o where o.image_id = i.id)
        + (select count(*) from polygon p where p.image_id = i.id)
        + (select count(*) from point p where p.image_id = i.id))::int as shapes
    from training_image i where i.workspace_id = ${workspaceId} and i.seq = any(${seqs}::int[]) order by i.seq`.execute(db);
  return rows;
}

/** Pictures that follow each other, as many as their shapes are few. */
function* inGroups(heads: readonly ImageHead[]): Generator<ImageHead[]> {
  let group: ImageHead[] = [];
  let shapes = 0;
  for (const head of heads) {
    if (group.length > 0 && shapes + head.shapes > SHAPES_AT_ONCE) {
      yield group;
      [group, shapes] = [[], 0];
    }
    group.push(head);
    shapes += head.shapes;
  }
  if (group.length > 0) yield group;
}

async function withShapes(db: Db, heads: readonly ImageHead[]): Promise<ReadImage[]> {
  const ids = heads.filter((head) => head.shapes > 0).map((head) => head.id);
  const [objects, polygons, points] = ids.length > 0 ? await shapesOf(db, ids) : [new Map(), new Map(), new Map()];
  return heads.map(({ shapes: _, ...image }) => ({
    ...image,
    objects: objects.get(image.id) ?? [],
    polygons: polygons.get(image.id) ?? [],
    points: points.get(image.id) ?? [],
  }));
}

type ByImage<Shape> = Map<string, Shape[]>;

async function shapesOf(
  db: Db,
  imageIds: readonly string[],
): Promise<[ByImage<ReadObject>, ByImage<ReadPolygon>, ByImage<ReadPoint>]> {
  const objects = await sql<ReadObject>`
    select o.id, o.image_id, o.data, o.meta_data, o.created, o.version,
      json_build_object('id', d.id, 'name', d.name) as detection_label,
      coalesce((
        select json_agg(json_build_object('id', l.id, 'name', l.name, 'value', ol.value) order by lower(l.name), l.id)
        from object_label ol join recognition_label l on l.id = ol.label_id where ol.object_id = o.id), '[]') as labels,
      array(select m.group_id from group_object m where m.object_id = o.id order by m.group_id) as groups
    from detection_object o join detection_label d on d.id = o.detection_label_id
    where o.image_id = any(${imageIds}::uuid[]) order by o.seq`.execute(db);
  const polygons = await sql<ReadPolygon>`
    select p.id, p.image_id, p.data, p.bbox, p.meta_data, p.created, p.version,
      json_build_object('id', l.id, 'name', l.name) as segmentation_label
    from polygon p join segmentation_label l on l.id = p.segmentation_label_id
    where p.image_id = any(${imageIds}::uuid[]) order by p.created, p.id`.execute(db);
  const points = await sql<ReadPoint>`
    select id, image_id, name, data, created, version from point
    where image_id = any(${imageIds}::uuid[]) order by created, id`.execute(db);
  return [byImage(objects.rows), byImage(polygons.rows), byImage(points.rows)];
}

function byImage<Shape extends ReadShape>(shapes: readonly Shape[]): ByImage<Shape> {
  const groups: ByImage<Shape> = new Map();
  for (const shape of shapes) {
    const group = groups.get(shape.image_id);
    if (group) group.push(shape);
    else groups.set(shape.image_id, [shape]);
  }
  return groups;
}
