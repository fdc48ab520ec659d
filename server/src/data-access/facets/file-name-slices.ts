import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { inTransaction } from '../../platform/database/transaction';
import { CHUNK_BITS, CHUNK_SHIFT, NO_REF } from './kinds';

/**
 * A Bloom filter of each file name, stored in slices: bit `seq` of slice n is set if the name of image `seq` contains a trigram with the
 * hash n. The slices of a text's trigrams, combined with `and`, contain all images whose names contain the text, and few others.
 */
const SLICE_BITS = 9;
/** Number of the slice whose bits mark the included images, whose names are in the other slices. A search treats other images as matches. */
const INCLUDED_SLICE = -1;
/** Maximum number of slices that a search reads. Each slice reduces the false matches to about a sixteenth. */
const MAX_SLICES = 6;
/** A chunk is written again when at least this many of its images are missing from the slices. */
const MIN_MISSING = 512;
/** In a workspace with more chunks than this, `estimateMatches` reads at least this many and less than twice as many. */
const SAMPLED_CHUNKS = 64;
/** Number of chunks written per transaction. Writing several together stores the rows of a slice in neighbouring disk blocks. */
const CHUNKS_PER_WRITE = 16;

const NO_BITS = sql`(0::bit(${sql.lit(CHUNK_BITS)}))`;

/** Returns the slices for the trigrams of a lower-case name or search text. */
function listSlices(lowerName: string): Set<number> {
  const slices = new Set<number>();
  let [firstCode, secondCode, position] = [0, 0, 0];
  for (const character of lowerName) {
    const thirdCode = character.codePointAt(0) ?? 0;
    if (position >= 2) slices.add(Math.imul((firstCode * 31 + secondCode) * 31 + thirdCode, 0x9e3779b1) >>> (32 - SLICE_BITS));
    [firstCode, secondCode, position] = [secondCode, thirdCode, position + 1];
  }
  return slices;
}

/** Returns the slices that a search for a text reads. Empty if the text is shorter than three characters. */
export async function listSearchedSlices(db: Db, text: string): Promise<number[]> {
  // PostgreSQL converted the stored names to lower case by the rules of its locale. The text must follow the same rules.
  const { rows } = await sql<{ text: string }>`select lower(${text}) as text`.execute(db);
  return [...listSlices(rows[0]?.text ?? '')].slice(0, MAX_SLICES);
}

/** SQL `select chunk, bits` of the images whose names may contain all trigrams of the slices. */
export function selectSliceChunks(
  workspaceId: string,
  slices: readonly number[],
  isInChunks: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const isIncluded = sql`slice = ${sql.lit(INCLUDED_SLICE)}`;
  return sql`
    select chunk, case when count(*) > ${sql.lit(slices.length)} then bit_and(bits) filter (where not ${isIncluded}) else ${NO_BITS} end
      | ~(bit_and(bits) filter (where ${isIncluded})) as bits
    from file_name_slice
    where workspace_id = ${workspaceId}::uuid and slice = any(${[INCLUDED_SLICE, ...slices]}::smallint[]) and ${isInChunks}
    group by chunk
    union all
    select chunk, ~${NO_BITS} from public.facet f
    where workspace_id = ${workspaceId}::uuid and kind = 'image.exists' and ref = ${NO_REF}::uuid and ${isInChunks}
      and not exists (select from file_name_slice s where s.workspace_id = f.workspace_id and ${isIncluded} and s.chunk = f.chunk)`;
}

/**
 * Estimates the number of included images whose names contain all trigrams of the slices, from evenly spaced chunks. PostgreSQL's
 * statistics have 100 names, and estimate the same number for a text in 100 and in 40,000 of 10 million names.
 */
export async function estimateMatches(db: Db, workspaceId: string, slices: readonly number[]): Promise<number> {
  const { rows } = await sql<{ estimate: number }>`
    select coalesce(sum(bit_count(bits)) * max(step), 0)::int as estimate
    from (
      select max(chunk) as last, greatest(1, (max(chunk) + 1) / ${sql.lit(SAMPLED_CHUNKS)}) as step from file_name_slice
      where workspace_id = ${workspaceId}::uuid and slice = ${sql.lit(INCLUDED_SLICE)}
    ) sample
    cross join lateral (
      select bit_and(bits) as bits from file_name_slice
      where workspace_id = ${workspaceId}::uuid and slice = any(${slices}::smallint[]) and chunk = any(array(select generate_series(0, last, step)))
      group by chunk having count(*) = ${sql.lit(slices.length)}
    ) chunks`.execute(db);
  return rows[0]?.estimate ?? 0;
}

/**
 * Adds the names of new and renamed images to the slices. This runs in the background, because writing about 30 slices per image would slow
 * uploads down.
 */
export async function includeFileNames(db: Db): Promise<void> {
  const workspaces = await db.selectFrom('workspace').select('id').execute();
  for (const { id } of workspaces) {
    const { rows } = await sql<{ chunk: number }>`
      select e.chunk from facet e
      left join file_name_slice i on i.workspace_id = e.workspace_id and i.slice = ${sql.lit(INCLUDED_SLICE)} and i.chunk = e.chunk
      where e.workspace_id = ${id} and e.kind = 'image.exists' and e.ref = ${NO_REF}::uuid
        and bit_count(e.bits & ~coalesce(i.bits, ${NO_BITS})) >= ${sql.lit(MIN_MISSING)}
      order by e.chunk`.execute(db);
    for (let index = 0; index < rows.length; index += CHUNKS_PER_WRITE) {
      const chunks = rows.slice(index, index + CHUNKS_PER_WRITE).map(({ chunk }) => chunk);
      await writeSlices(db, id, chunks);
    }
  }
}

async function writeSlices(db: Db, workspaceId: string, chunks: readonly number[]): Promise<void> {
  // Commit these rows first, because `replaceSlices` locks them. A rename then waits for this lock and excludes its image.
  await sql`
    insert into file_name_slice (workspace_id, slice, chunk, bits)
    select ${workspaceId}::uuid, ${sql.lit(INCLUDED_SLICE)}, chunk, ${NO_BITS} from unnest(${chunks}::int[]) chunk
    on conflict do nothing`.execute(db);
  await inTransaction(
    db,
    (trx) => replaceSlices(trx, workspaceId, chunks),
    () => undefined,
  );
}

async function replaceSlices(trx: Db, workspaceId: string, chunks: readonly number[]): Promise<void> {
  const isWritten = sql`workspace_id = ${workspaceId}::uuid and chunk = any(${chunks}::int[])`;
  await sql`select from file_name_slice where ${isWritten} and slice = ${sql.lit(INCLUDED_SLICE)} order by chunk for update`.execute(
    trx,
  );
  const { rows } = await sql<{ seq: number; name: string | null }>`
    select i.seq, i.file_name as name from unnest(${chunks}::int[]) chunk
    join training_image i on i.workspace_id = ${workspaceId}::uuid
      and i.seq between chunk << ${sql.lit(CHUNK_SHIFT)} and (chunk << ${sql.lit(CHUNK_SHIFT)}) + ${sql.lit(CHUNK_BITS - 1)}`.execute(
    trx,
  );
  const bitmaps = new Map<string, Buffer>();
  const setBit = (slice: number, seq: number) => {
    const key = `${slice} ${seq >> CHUNK_SHIFT}`;
    let bits = bitmaps.get(key);
    if (!bits) bitmaps.set(key, (bits = Buffer.alloc(CHUNK_BITS / 8)));
    bits[(seq & (CHUNK_BITS - 1)) >> 3]! |= 0x80 >> (seq & 7);
  };
  for (const { seq, name } of rows) {
    setBit(INCLUDED_SLICE, seq);
    for (const slice of listSlices(name ?? '')) setBit(slice, seq);
  }
  await sql`delete from file_name_slice where ${isWritten} and slice <> ${sql.lit(INCLUDED_SLICE)}`.execute(trx);
  const bitmapLines = [...bitmaps].map(([key, bits]) => `${key} ${bits.toString('hex')}`);
  await sql`
    insert into file_name_slice (workspace_id, slice, chunk, bits)
    select ${workspaceId}::uuid, split_part(line, ' ', 1)::smallint, split_part(line, ' ', 2)::int, ('x' || split_part(line, ' ', 3))::bit(${sql.lit(CHUNK_BITS)})
    from unnest(${bitmapLines}::text[]) line order by 2, 3
    on conflict (workspace_id, slice, chunk) do update set bits = excluded.bits`.execute(trx);
}
