import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../database/schema';
import {
  CHUNK_BITS,
  CHUNK_SHIFT,
  entityOf,
  entityRows,
  hasRef,
  IMAGE_FACETS,
  NO_REF,
  OBJECT_FACETS,
  truthOf,
  type FacetKind,
  type ImageFacet,
  type ObjectFacet,
} from './kinds';

/**
 * Rows whose facets a transaction has changed. `refs` are the labels, jobs or tasks that were put on
 * or taken off; without them a facet with refs only gains bits, which is right for new rows.
 */
export type FacetSync =
  | { of: 'image'; ids: readonly string[]; kinds: readonly ImageFacet[]; refs?: readonly string[] }
  | { of: 'object'; ids: readonly string[]; kinds: readonly ObjectFacet[]; refs?: readonly string[] }
  | { of: 'objects of image'; ids: readonly string[]; kinds: readonly ObjectFacet[]; refs?: readonly string[] };

/** The seqs of rows that the transaction has deleted. */
export interface FacetsGone {
  images?: readonly number[];
  objects?: readonly number[];
}

/**
 * Makes the facets of the named rows say what the tables say. The one place that writes bits.
 *
 * Call it once, as the last statement of a transaction that has locked the images concerned
 * (`lockImages`): bits are written in the order of their key, so that writers queue and never
 * deadlock, and nothing else may be waited for while they are held.
 */
export async function syncFacets(
  tx: Kysely<Database>,
  workspaceId: string,
  syncs: readonly FacetSync[],
  gone: FacetsGone = {},
): Promise<void> {
  const parts = [
    ...syncs.filter((sync) => sync.ids.length > 0).flatMap(touchedBits),
    ...goneBits(workspaceId, IMAGE_FACETS, gone.images),
    ...goneBits(workspaceId, OBJECT_FACETS, gone.objects),
  ];
  if (parts.length === 0) return;
  const bit = sql`set_bit(0::bit(${sql.lit(CHUNK_BITS)}), seq & ${sql.lit(CHUNK_BITS - 1)}, 1)`;
  const none = sql`0::bit(${sql.lit(CHUNK_BITS)})`;
  await sql`
    with touched as (${sql.join(parts, sql` union all `)}),
    masks as materialized (
      select kind, ref, seq >> ${sql.lit(CHUNK_SHIFT)} as chunk,
        coalesce(bit_or(${bit}) filter (where truth), ${none}) as set_mask,
        bit_or(${bit}) as touch_mask
      from touched group by 1, 2, 3
    )
    insert into facet as f (workspace_id, kind, ref, chunk, bits)
    select ${workspaceId}::uuid, kind, ref, chunk, set_mask from masks order by kind, ref, chunk
    on conflict (workspace_id, kind, ref, chunk) do update
    set bits = (f.bits & ~(select m.touch_mask from masks m where m.kind = excluded.kind and m.ref = excluded.ref and m.chunk = excluded.chunk)) | excluded.bits
  `.execute(tx);
}

/** Forgets every bit of a label, job or task that the transaction deletes. */
export async function forgetFacetRef(tx: Kysely<Database>, workspaceId: string, ref: string): Promise<void> {
  await sql`
    delete from facet f using (
      select ctid from facet where workspace_id = ${workspaceId} and ref = ${ref} order by kind, chunk for update
    ) locked where f.ctid = locked.ctid
  `.execute(tx);
}

/**
 * Keeps rows that are about to be referenced from being deleted meanwhile. Labels, tasks, jobs and groups are taken
 * before images are locked, by every writer: the order in which their deletion takes them too.
 */
export async function holdRows(tx: Kysely<Database>, table: keyof Database, ids: readonly string[]): Promise<void> {
  await sql`select 1 from ${sql.table(table)} where id = any(${ids}::uuid[]) order by id for key share`.execute(tx);
}

/** The images named, locked for the rest of the transaction in one order for all writers. */
export async function lockImages(tx: Kysely<Database>, imageIds: readonly string[]): Promise<void> {
  if (imageIds.length === 0) return;
  // NO KEY leaves room for inserts that reference the image (polygons, points), which touch no facet.
  await sql`select 1 from training_image where id = any(${imageIds}::uuid[]) order by id for no key update`.execute(tx);
}

function touchedBits(sync: FacetSync): RawBuilder<unknown>[] {
  const column = sql.ref(sync.of === 'objects of image' ? 'e.image_id' : 'e.id');
  const scope = sql`${column} = any(${sync.ids}::uuid[])`;
  return (sync.kinds as readonly FacetKind[]).flatMap((kind) => {
    const on = sql`select kind, ref, seq, true as truth from (${truthOf(kind, scope)}) t`;
    if (!hasRef(kind)) return [on, touched(kind, sql`${sql.lit(NO_REF)}::uuid`, scope)];
    if (!sync.refs) return [on];
    return [on, touched(kind, sql`unnest(${sync.refs}::uuid[])`, scope)];
  });
}

function touched(kind: FacetKind, ref: RawBuilder<unknown>, scope: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select ${sql.lit(kind)}::text, ${ref}, e.seq, false from ${entityRows(entityOf(kind))} where ${scope}`;
}

function goneBits(workspaceId: string, kinds: readonly FacetKind[], seqs: readonly number[] | undefined): RawBuilder<unknown>[] {
  if (!seqs || seqs.length === 0) return [];
  return [
    sql`
    select f.kind, f.ref, s.seq, false as truth
    from unnest(${seqs}::int[]) s(seq)
    join facet f on f.workspace_id = ${workspaceId}::uuid and f.kind = any(${kinds}::text[]) and f.chunk = s.seq >> ${sql.lit(CHUNK_SHIFT)}
      and get_bit(f.bits, s.seq & ${sql.lit(CHUNK_BITS - 1)}) = 1`,
  ];
}
