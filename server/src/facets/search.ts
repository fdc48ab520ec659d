import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../database/schema';
import { CHUNK_BITS, CHUNK_SHIFT, NO_REF, type FacetEntity, type FacetKind } from './kinds';

/** One condition of a filter: a facet (of any of the refs), or rows that a subquery of `seq` names. */
export type FacetTerm =
  { kind: FacetKind; refs?: readonly string[]; not?: boolean } | { seqs: RawBuilder<{ seq: number }>; not?: boolean };

export interface FacetFilter {
  workspaceId: string;
  entity: FacetEntity;
  terms: readonly FacetTerm[];
  /** Inclusive bounds of seq. */
  from?: number;
  to?: number;
}

export interface SeqPage {
  count: number;
  /** In the order that was asked for. */
  seqs: number[];
}

/** By creation: the newest first, or the oldest. */
export type SeqOrder = 'newest' | 'oldest';

/** What a filter matches: how many, and bit `seq` of `bits` for each (see `hasSeq`). */
export interface MatchedBits {
  count: number;
  bits: Buffer;
}

const EMPTY_CHUNK = sql`substr(bit_send(0::bit(${sql.lit(CHUNK_BITS)})), 5)`;
const ALL = sql`~(0::bit(${sql.lit(CHUNK_BITS)}))`;

/**
 * The exact count of what a filter matches and one page of it, in one statement: chunks are counted by their bits, and only the
 * one to three chunks of the page are spelled out.
 */
export async function searchFacets(
  db: Kysely<Database>,
  filter: FacetFilter,
  offset: number,
  limit: number,
  order: SeqOrder = 'newest',
): Promise<SeqPage> {
  const direction = order === 'newest' ? sql`desc` : sql`asc`;
  const { rows } = await sql<{ chunk: number | null; before: number; bits: string | null }>`
    with matched as materialized (${matchedChunks(filter)}),
    placed as (
      select chunk, bits, bit_count(bits)::int as n, sum(bit_count(bits)) over (order by chunk ${direction}) - bit_count(bits) as before
      from matched
    )
    select chunk, before::int as before, bits::text as bits from placed
    where before < ${offset + limit} and before + n > ${offset}
    union all
    select null, coalesce(sum(bit_count(bits)), 0)::int, null from matched
  `.execute(db);
  const count = rows.find((row) => row.chunk === null)?.before ?? 0;
  const seqs = rows
    .filter((row): row is { chunk: number; before: number; bits: string } => row.chunk !== null && row.bits !== null)
    .sort((a, b) => (order === 'newest' ? b.chunk - a.chunk : a.chunk - b.chunk))
    .flatMap((row) => onPage(row, offset, limit, order));
  return { count, seqs };
}

/** How many rows a filter matches. */
export async function countFacets(db: Kysely<Database>, filter: FacetFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(bit_count(bits)), 0)::int as n from (${matchedChunks(filter)}) m
  `.execute(db);
  return rows[0]?.n ?? 0;
}

/** All that a filter matches, for an order that the bits do not have: 125 kB for a million rows. */
export async function matchedBits(db: Kysely<Database>, filter: FacetFilter): Promise<MatchedBits> {
  const { rows } = await sql<{ count: number; bits: Buffer | null }>`
    with matched as materialized (${matchedChunks(filter)}),
    -- The bytes of a bit string go after the four of its length.
    spelled as (select chunk, bit_count(bits) as n, substr(bit_send(bits), 5) as bytes from matched)
    select coalesce(sum(n), 0)::int as count, string_agg(coalesce(bytes, ${EMPTY_CHUNK}), ''::bytea order by chunk) as bits
    from generate_series(0, (select max(chunk) from matched)) chunk left join spelled using (chunk)
  `.execute(db);
  return { count: rows[0]?.count ?? 0, bits: rows[0]?.bits ?? Buffer.alloc(0) };
}

/** The seqs of what was matched, from the lowest on. */
export function seqsOf({ bits }: MatchedBits): number[] {
  const seqs: number[] = [];
  for (const [at, byte] of bits.entries()) {
    for (let bit = 0; byte !== 0 && bit < 8; bit += 1) if (byte & (0x80 >> bit)) seqs.push(at * 8 + bit);
  }
  return seqs;
}

/**
 * Whether `column`, a seq, is among what was matched. PostgreSQL counts a byte's bits from the right, bit strings theirs from the
 * left; rows made since the bits were read are beyond their end.
 */
export function hasSeq({ bits }: MatchedBits, column: string): RawBuilder<boolean> {
  const seq = sql.ref(column);
  return sql<boolean>`case when ${seq} < ${sql.lit(bits.length * 8)} then get_bit(${bits}::bytea, ${seq} # 7) = 1 else false end`;
}

/** How many rows carry each of the refs: the counts of labels, jobs and tasks. */
export async function countByRef(db: Kysely<Database>, kind: FacetKind, refs: readonly string[]): Promise<Map<string, number>> {
  if (refs.length === 0) return new Map();
  const { rows } = await sql<{ ref: string; n: number }>`
    select ref, sum(bit_count(bits))::int as n from facet where ref = any(${refs}::uuid[]) and kind = ${kind} group by ref
  `.execute(db);
  return new Map(rows.map((row) => [row.ref, row.n]));
}

function onPage(row: { chunk: number; before: number; bits: string }, offset: number, limit: number, order: SeqOrder): number[] {
  const seqs: number[] = [];
  let position = row.before;
  const nextTo = (bit: number) => {
    if (order === 'oldest') return row.bits.indexOf('1', bit + 1);
    return bit === 0 ? -1 : row.bits.lastIndexOf('1', bit - 1);
  };
  for (let bit = nextTo(order === 'oldest' ? -1 : CHUNK_BITS); bit >= 0; bit = nextTo(bit)) {
    if (position >= offset + limit) break;
    if (position >= offset) seqs.push((row.chunk << CHUNK_SHIFT) | bit);
    position += 1;
  }
  return seqs;
}

/**
 * `select chunk, bits` of what a filter matches: the terms laid under one another and and-ed by chunk. One pass, whatever
 * the number of terms; as joins the planner takes a workspace's few hundred chunks for one row and loops over them.
 */
function matchedChunks(filter: FacetFilter): RawBuilder<unknown> {
  const required = filter.terms.filter((term) => !term.not).length + 1;
  const parts = [
    sql`select f.chunk, f.bits ${rangeMask(filter)} as bits, 1 as required from facet f
      where f.workspace_id = ${filter.workspaceId}::uuid and f.kind = ${`${filter.entity}.exists`} and f.ref = ${NO_REF}::uuid
      ${filter.from === undefined ? sql`` : sql`and f.chunk >= ${filter.from >> CHUNK_SHIFT}`}
      ${filter.to === undefined ? sql`` : sql`and f.chunk <= ${filter.to >> CHUNK_SHIFT}`}`,
    ...filter.terms.map(
      (term) =>
        sql`select chunk, ${term.not ? sql`~bits` : sql`bits`}, ${sql.lit(term.not ? 0 : 1)} from (${termChunks(filter.workspaceId, term)}) t`,
    ),
  ];
  // A chunk that a turned-round term knows nothing of loses no bit; one that another term knows nothing of has none.
  return sql`
    select chunk, bit_and(bits) as bits from (${sql.join(parts, sql` union all `)}) terms
    group by chunk having sum(required) = ${sql.lit(required)}`;
}

function termChunks(workspaceId: string, term: FacetTerm): RawBuilder<unknown> {
  if ('seqs' in term) {
    return sql`
      select seq >> ${sql.lit(CHUNK_SHIFT)} as chunk, bit_or(set_bit(0::bit(${sql.lit(CHUNK_BITS)}), seq & ${sql.lit(CHUNK_BITS - 1)}, 1)) as bits
      from (${term.seqs}) s group by 1`;
  }
  if (term.refs === undefined || term.refs.length === 1) {
    return sql`
      select chunk, bits from facet
      where workspace_id = ${workspaceId}::uuid and kind = ${term.kind} and ref = ${term.refs?.[0] ?? NO_REF}::uuid`;
  }
  return sql`
    select chunk, bit_or(bits) as bits from facet
    where workspace_id = ${workspaceId}::uuid and kind = ${term.kind} and ref = any(${term.refs}::uuid[]) group by chunk`;
}

/** Bit 0 is the leftmost: a shift to the right drops the bits below `from`, one to the left those above `to`. */
function rangeMask({ from, to }: FacetFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [];
  if (from !== undefined) {
    parts.push(sql`& case when f.chunk = ${from >> CHUNK_SHIFT} then (${ALL}) >> ${from & (CHUNK_BITS - 1)} else ${ALL} end`);
  }
  if (to !== undefined) {
    parts.push(
      sql`& case when f.chunk = ${to >> CHUNK_SHIFT} then (${ALL}) << ${CHUNK_BITS - 1 - (to & (CHUNK_BITS - 1))} else ${ALL} end`,
    );
  }
  return sql.join(parts, sql` `);
}

/** The count of a label's images or objects, for a view whose label is `alias`. */
export function facetCount(kind: FacetKind, alias: string): RawBuilder<number> {
  return sql<number>`coalesce((
    select sum(bit_count(f.bits))::int from facet f
    where f.workspace_id = ${sql.ref(`${alias}.workspace_id`)} and f.kind = ${sql.lit(kind)} and f.ref = ${sql.ref(`${alias}.id`)}), 0)`;
}
