import { sql, type RawBuilder } from 'kysely';

/**
 * A facet is a bitmap that searches use: each bit tells whether one image or object has a property, such as "verified". The
 * sequence number `seq` of the image or object is the position of its bit. A facet is stored in chunks of `CHUNK_BITS` bits:
 * `seq >> CHUNK_SHIFT` is the chunk, `seq & (CHUNK_BITS - 1)` the position in the chunk.
 */
export const CHUNK_SHIFT = 12;
export const CHUNK_BITS = 1 << CHUNK_SHIFT;
/** The `ref` of facets that concern no label, job or task, such as flags. */
export const NO_REF = '00000000-0000-0000-0000-000000000000';

/** How the bit of one image or object is computed from the tables. */
interface FacetDefinition {
  /** SQL of the id that the bit belongs to, such as a label; absent for flags. */
  ref?: RawBuilder<unknown>;
  /** SQL join with `e`, the image or object of the bit. For objects, `i` is the image. */
  join?: RawBuilder<unknown>;
  where?: RawBuilder<unknown>;
}

/**
 * The facets of an image. Writes, rebuilds and filters all use this definition. Table names include their schema: for callers who may
 * only access their jobs, unqualified names refer to views that omit annotations (ADR 0124).
 */
const imageFacets = {
  'image.exists': {},
  'image.test': { where: sql`e.test_image` },
  'image.real': { where: sql`e.real` },
  'image.verified': { where: sql`exists (select 1 from public.image_verification v where v.image_id = e.id)` },
  'image.grouped': { where: sql`exists (select 1 from public.group_image g where g.image_id = e.id)` },
  'image.label': { ref: sql`l.label_id`, join: sql`join public.image_label l on l.image_id = e.id` },
  'image.object_label': {
    ref: sql`o.detection_label_id`,
    join: sql`join public.detection_object o on o.image_id = e.id`,
  },
  'image.job': { ref: sql`j.job_id`, join: sql`join public.job_item j on j.image_id = e.id` },
  'image.task_neg': { ref: sql`n.task_id`, join: sql`join public.detection_task_negative_image n on n.image_id = e.id` },
} satisfies Record<string, FacetDefinition>;

/** The facets of an object. Several facets copy a property of the object's image, so that a filter for objects needs no image facets. */
const objectFacets = {
  'object.exists': {},
  'object.test': { where: sql`i.test_image` },
  'object.real': { where: sql`i.real` },
  'object.verified': { where: sql`exists (select 1 from public.image_verification v where v.image_id = e.image_id)` },
  'object.grouped': { where: sql`exists (select 1 from public.group_object g where g.object_id = e.id)` },
  'object.label': { ref: sql`l.label_id`, join: sql`join public.object_label l on l.object_id = e.id` },
  'object.detection_label': { ref: sql`e.detection_label_id` },
  'object.job': { ref: sql`j.job_id`, join: sql`join public.job_item j on j.image_id = e.image_id` },
  'object.task_neg': { ref: sql`n.task_id`, join: sql`join public.detection_task_negative_image n on n.image_id = e.image_id` },
} satisfies Record<string, FacetDefinition>;

export type ImageFacet = keyof typeof imageFacets;
export type ObjectFacet = keyof typeof objectFacets;
export type FacetKind = ImageFacet | ObjectFacet;
export type FacetEntity = 'image' | 'object';

export const IMAGE_FACETS = Object.keys(imageFacets) as ImageFacet[];
export const OBJECT_FACETS = Object.keys(objectFacets) as ObjectFacet[];

const definitions: Record<FacetKind, FacetDefinition> = { ...imageFacets, ...objectFacets };

export function hasRef(kind: FacetKind): boolean {
  return definitions[kind].ref !== undefined;
}

export function getFacetEntity(kind: FacetKind): FacetEntity {
  return kind.startsWith('image.') ? 'image' : 'object';
}

/** Returns the SQL `from` list of an entity with the alias `e`; for objects, it joins their image as `i`. */
export function buildFromList(entity: FacetEntity): RawBuilder<unknown> {
  return entity === 'image'
    ? sql`public.training_image e`
    : sql`public.detection_object e join public.training_image i on i.id = e.image_id`;
}

/** Returns SQL that selects `kind`, `ref` and `seq` of the bits that are set according to the tables, for rows that match `scope`. */
export function selectFacetBits(kind: FacetKind, scope: RawBuilder<unknown>): RawBuilder<unknown> {
  const { ref, join, where } = definitions[kind];
  return sql`
    select ${sql.lit(kind)}::text as kind, ${ref ?? sql.lit(NO_REF)}::uuid as ref, e.seq
    from ${buildFromList(getFacetEntity(kind))} ${join ?? sql``}
    where ${scope} ${where ? sql`and ${where}` : sql``}`;
}

/**
 * Returns SQL that selects `kind`, `ref`, `seq` and `truth` for each row that matches `scope`; `truth` is the value of the bit. Only for
 * kinds without `ref`. Each row is read only once, because a second read took a third of the time of bulk changes of flags.
 */
export function selectFlagBits(kind: FacetKind, scope: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select ${sql.lit(kind)}::text as kind, ${sql.lit(NO_REF)}::uuid as ref, e.seq, ${definitions[kind].where ?? sql`true`} as truth
    from ${buildFromList(getFacetEntity(kind))} where ${scope}`;
}

/** The facets that change when the flags of an image change. The objects of the image have the same flags. */
export const IMAGE_FLAG_FACETS = ['image.test', 'image.real'] as const satisfies ImageFacet[];
export const OBJECT_FLAG_FACETS = ['object.test', 'object.real'] as const satisfies ObjectFacet[];
