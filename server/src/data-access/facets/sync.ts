import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/connection';
import type { Database } from '../../platform/database/schema';
import {
  CHUNK_BITS,
  CHUNK_SHIFT,
  getFacetEntity,
  buildFromList,
  hasRef,
  IMAGE_FACETS,
  OBJECT_FACETS,
  selectFacetBits,
  selectFlagBits,
  type FacetKind,
  type ImageFacet,
  type ObjectFacet,
} from './kinds';

/**
 * Rows whose bits in the search facets (one bitmap per property) may have changed in a transaction. `refs` are the labels, jobs or tasks
 * that were added or removed. Without `refs`, bits of labels, jobs and tasks are set but never cleared, which suffices for new rows.
 */
export type FacetSync =
  | { target: 'image'; ids: readonly string[]; kinds: readonly ImageFacet[]; refs?: readonly string[] }
  | { target: 'object'; ids: readonly string[]; kinds: readonly ObjectFacet[]; refs?: readonly string[] }
  | { target: 'objects of image'; ids: readonly string[]; kinds: readonly ObjectFacet[]; refs?: readonly string[] };

/** Sequence numbers (`seq`) of the rows that the transaction has deleted. */
interface DeletedSeqs {
  images?: readonly number[];
  objects?: readonly number[];
}

/**
 * Updates the facets of the given rows from the tables. This is the only function that writes bits.
 *
 * Call it once, as the last statement of a transaction that has locked the affected images (`lockImages`). It writes bits in
 * the order of their keys, so that writers never deadlock. Wait for no other lock after it.
 */
export async function syncFacets(
  tx: Db,
  workspaceId: string,
  syncs: readonly FacetSync[],
  deletedSeqs: DeletedSeqs = {},
): Promise<void> {
  const selects = [
    ...syncs.filter((sync) => sync.ids.length > 0).flatMap(selectTouchedBits),
    ...selectDeletedBits(workspaceId, IMAGE_FACETS, deletedSeqs.images),
    ...selectDeletedBits(workspaceId, OBJECT_FACETS, deletedSeqs.objects),
  ];
  if (selects.length === 0) return;
  const bit = sql`set_bit(0::bit(${sql.lit(CHUNK_BITS)}), seq & ${sql.lit(CHUNK_BITS - 1)}, 1)`;
  const zeroBits = sql`0::bit(${sql.lit(CHUNK_BITS)})`;
  await sql`
    with touched as (${sql.join(selects, sql` union all `)}),
    masks as materialized (
      select kind, ref, seq >> ${sql.lit(CHUNK_SHIFT)} as chunk,
        coalesce(bit_or(${bit}) filter (where truth), ${zeroBits}) as set_mask,
        bit_or(${bit}) as touch_mask
      from touched group by 1, 2, 3
    )
    insert into facet as f (workspace_id, kind, ref, chunk, bits)
    select ${workspaceId}::uuid, kind, ref, chunk, set_mask from masks order by kind, ref, chunk
    on conflict (workspace_id, kind, ref, chunk) do update
    set bits = (f.bits & ~(select m.touch_mask from masks m where m.kind = excluded.kind and m.ref = excluded.ref and m.chunk = excluded.chunk)) | excluded.bits
  `.execute(tx);
}

/** Deletes the facets of a label, job or task that the transaction deletes. `ref` is its id. */
export async function deleteReferenceFacets(tx: Db, workspaceId: string, ref: string): Promise<void> {
  await sql`
    delete from facet f using (
      select ctid from facet where workspace_id = ${workspaceId} and ref = ${ref} order by kind, chunk for update
    ) locked where f.ctid = locked.ctid
  `.execute(tx);
}

/**
 * Locks rows that are about to be referenced, so that they cannot be deleted meanwhile. Every writer locks labels, tasks, jobs and groups
 * before images. The deletion of such rows uses the same order.
 */
export async function lockReferencedRows(tx: Db, table: keyof Database, ids: readonly string[]): Promise<void> {
  await sql`select 1 from ${sql.table(table)} where id = any(${ids}::uuid[]) order by id for key share`.execute(tx);
}

/** Locks images for the rest of the transaction. All writers lock in the order of the ids. */
export async function lockImages(tx: Db, imageIds: readonly string[]): Promise<void> {
  if (imageIds.length === 0) return;
  // NO KEY permits concurrent inserts of polygons and points, which reference the image but change no facet.
  await sql`select 1 from training_image where id = any(${imageIds}::uuid[]) order by id for no key update`.execute(tx);
}

/**
 * Returns SQL statements that select `kind`, `ref`, `seq` and `truth` of the bits to write. A bit is set if at least one of its selected
 * rows has `truth`; otherwise it is cleared.
 */
function selectTouchedBits(sync: FacetSync): RawBuilder<unknown>[] {
  const column = sql.ref(sync.target === 'objects of image' ? 'e.image_id' : 'e.id');
  const scope = sql`${column} = any(${sync.ids}::uuid[])`;
  return (sync.kinds as readonly FacetKind[]).flatMap((kind) => {
    if (!hasRef(kind)) return [selectFlagBits(kind, scope)];
    const setBits = sql`select kind, ref, seq, true as truth from (${selectFacetBits(kind, scope)}) t`;
    if (!sync.refs) return [setBits];
    return [setBits, selectCandidateBits(kind, sql`unnest(${sync.refs}::uuid[])`, scope)];
  });
}

function selectCandidateBits(kind: FacetKind, ref: RawBuilder<unknown>, scope: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select ${sql.lit(kind)}::text, ${ref}, e.seq, false from ${buildFromList(getFacetEntity(kind))} where ${scope}`;
}

function selectDeletedBits(
  workspaceId: string,
  kinds: readonly FacetKind[],
  seqs: readonly number[] | undefined,
): RawBuilder<unknown>[] {
  if (!seqs || seqs.length === 0) return [];
  return [
    sql`
    select f.kind, f.ref, s.seq, false as truth
    from unnest(${seqs}::int[]) s(seq)
    join facet f on f.workspace_id = ${workspaceId}::uuid and f.kind = any(${kinds}::text[]) and f.chunk = s.seq >> ${sql.lit(CHUNK_SHIFT)}
      and get_bit(f.bits, s.seq & ${sql.lit(CHUNK_BITS - 1)}) = 1`,
  ];
}
