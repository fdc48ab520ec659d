import { sql, type RawBuilder } from 'kysely';
import { PREPARED, type Db } from '../../platform/database/connection';
import { combineToChunks } from './chunks';
import { selectSliceChunks } from './file-name-slices';
import { CHUNK_BITS, CHUNK_SHIFT, NO_REF, type FacetEntity, type FacetKind } from './kinds';
import type { SeqRange } from './range';

/** A condition on file names. It selects the images whose name may contain a text, according to the slices of a Bloom filter. */
export interface NameTerm {
  slices: readonly number[];
  not?: never;
}

/**
 * One condition of a filter: a facet (with at least one of `refs`), or the rows whose sequence numbers a subquery selects.
 * `canStopEarly`: the subquery selects each row once, without sorting or grouping, so that PostgreSQL can read only the first rows.
 * `listCandidates` returns a condition that all rows of the subquery and few others match, or null if there is none.
 */
export type FacetTerm =
  | { kind: FacetKind; refs?: readonly string[]; not?: boolean }
  | { seqs: RawBuilder<{ seq: number }>; not?: boolean }
  | {
      seqs: RawBuilder<{ seq: number }>;
      canStopEarly: true;
      listCandidates?: (db: Db) => Promise<NameTerm | null>;
      not?: never;
    }
  | NameTerm;

export interface FacetFilter extends SeqRange {
  workspaceId: string;
  entity: FacetEntity;
  terms: readonly FacetTerm[];
}

export interface SeqPage {
  count: number;
  /** The sequence numbers of the page in the requested order. */
  seqs: number[];
  /** Whether there may be more matches than `count`, because they were not all counted. */
  isMinimum?: boolean;
}

/** Order by creation time: newest first or oldest first. */
export type SeqOrder = 'newest' | 'oldest';

/**
 * The rows that match a filter: their count, and a bit string in which the bit of each matching sequence number is set (see `hasSeq`).
 * The first bit belongs to the sequence number `first`.
 */
export interface MatchBitmap {
  count: number;
  first: number;
  bits: Buffer;
}

/** Cost of fetching and sorting one row by its sequence number, relative to scanning one row of an index. */
export const FETCH_COST_RATIO = 12;
/** Number of chunks in which matches are always counted exactly. These chunks contain a million images. */
export const EXACT_CHUNKS = 256;
/** Each further statement of a bounded search reads this many times as many chunks as the previous one. */
export const CHUNK_GROWTH = 4;
/** A chunk of 4096 sequence numbers with matches. `before` is the number of matches that precede the chunk in the order. */
interface MatchedChunk {
  chunk: number;
  before: number;
  bits: string;
}

const CHUNK_BYTES = CHUNK_BITS / 8;
const ALL_BITS = sql`~(0::bit(${sql.lit(CHUNK_BITS)}))`;

/**
 * Returns a page of the rows that match a filter, and their exact count. The count is the number of set bits. Only the chunks of the page
 * (one to three) are expanded to rows.
 *
 * With `maxCount`, the search starts with the first million rows. It reads further rows only until the page is full and more than
 * `maxCount` matches are counted. Reading all rows would be slow: ten million images have 2,400 chunks for each term of the filter.
 */
export async function searchFacets(
  db: Db,
  filter: FacetFilter,
  offset: number,
  limit: number,
  order: SeqOrder = 'newest',
  maxCount = Infinity,
): Promise<SeqPage> {
  const countBound = Math.max(maxCount, offset + limit);
  // A filter with subqueries is counted completely, because each statement of a bounded search would evaluate the subqueries again. Without
  // terms, counting all rows is fast.
  const isBounded = countBound < Infinity && filter.terms.length > 0 && filter.terms.every((term) => 'kind' in term);
  let chunkCount = isBounded ? EXACT_CHUNKS : Infinity;
  const page: SeqPage = { count: 0, seqs: [] };
  for (let range: SeqRange | null = filter; range; chunkCount *= CHUNK_GROWTH) {
    const pageStart = { offset: Math.max(0, offset - page.count), limit: limit - page.seqs.length };
    const { count, seqs, rest } = await searchFirstChunks(db, { ...filter, ...range }, chunkCount, pageStart, order);
    page.count += count;
    page.seqs.push(...seqs);
    range = rest;
    if (range && page.count > countBound) return { ...page, isMinimum: true };
  }
  return page;
}

/**
 * Searches the first `chunkCount` chunks of the filter's range in the requested order. `rest` is the range of the remaining chunks; null if
 * there are none.
 */
async function searchFirstChunks(
  db: Db,
  filter: FacetFilter,
  chunkCount: number,
  { offset, limit }: { offset: number; limit: number },
  order: SeqOrder,
): Promise<SeqPage & { rest: SeqRange | null }> {
  const direction = order === 'newest' ? sql`desc` : sql`asc`;
  const firstChunk = (filter.from ?? 0) >> CHUNK_SHIFT;
  const lastChunk =
    filter.to === undefined
      ? sql`(select max(chunk) from facet where workspace_id = ${filter.workspaceId}::uuid and kind = ${`${filter.entity}.exists`} and ref = ${NO_REF}::uuid)`
      : sql`${filter.to >> CHUNK_SHIFT}::int`;
  const chunks =
    order === 'newest' ? sql`chunk > ${lastChunk} - ${chunkCount}::int` : sql`chunk < ${firstChunk + chunkCount}::int`;
  // Lists without a filter are the most frequent lists. Their statement is constant, so it can be prepared.
  const isConstant = filter.terms.length === 0 && filter.from === undefined && filter.to === undefined;
  const { rows } = await sql<{
    chunk: number | null;
    before: number;
    bits: string | null;
    last: number | null;
  }>`${sql.raw(isConstant ? PREPARED : '')}
    with matched as materialized (${selectMatchedChunks(filter, chunkCount === Infinity ? undefined : chunks)}),
    placed as (
      select chunk, bits, bit_count(bits)::int as n, sum(bit_count(bits)) over (order by chunk ${direction}) - bit_count(bits) as before
      from matched
    )
    select chunk, before::int as before, bits::text as bits, null::int as last from placed
    where before < ${offset + limit} and before + n > ${offset}
    union all
    select null, coalesce(sum(bit_count(bits)), 0)::int, null, ${chunkCount === Infinity ? sql`null` : lastChunk} from matched
  `.execute(db);
  const summary = rows.find((row) => row.chunk === null);
  const seqs = rows
    .filter((row): row is MatchedChunk & { last: null } => row.chunk !== null && row.bits !== null)
    .sort((a, b) => (order === 'newest' ? b.chunk - a.chunk : a.chunk - b.chunk))
    .flatMap((row) => listPageSeqs(row, offset, limit, order));
  const hasRest = summary?.last != null && summary.last - firstChunk >= chunkCount;
  const otherTerms =
    order === 'newest'
      ? { to: (((summary?.last ?? 0) - chunkCount + 1) << CHUNK_SHIFT) - 1 }
      : { from: (firstChunk + chunkCount) << CHUNK_SHIFT };
  return { count: summary?.before ?? 0, seqs, rest: hasRest ? otherTerms : null };
}

export async function countMatches(db: Db, filter: FacetFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(bit_count(bits)), 0)::int as n from (${selectMatchedChunks(filter)}) m
  `.execute(db);
  return rows[0]?.n ?? 0;
}

/** Returns all matches as a bit string, for sort orders other than creation. A million rows take 125 kB. */
export async function getMatchBitmap(db: Db, filter: FacetFilter): Promise<MatchBitmap> {
  const { rows } = await sql<{ count: number; chunks: number[] | null; bits: Buffer | null }>`
    with matched as materialized (${selectMatchedChunks(filter)})
    -- bit_send() writes four bytes of length before the bits.
    select coalesce(sum(bit_count(bits)), 0)::int as count, array_agg(chunk order by chunk) as chunks,
      string_agg(substr(bit_send(bits), 5), ''::bytea order by chunk) as bits
    from matched where bit_count(bits) > 0
  `.execute(db);
  const { count, chunks, bits: chunkBits } = rows[0] ?? { count: 0, chunks: null, bits: null };
  const [first, last] = [chunks?.[0], chunks?.at(-1)];
  if (!chunks || !chunkBits || first === undefined || last === undefined) return { count: 0, first: 0, bits: Buffer.alloc(0) };
  const bits = Buffer.alloc((last - first + 1) * CHUNK_BYTES);
  for (const [index, chunk] of chunks.entries())
    chunkBits.copy(bits, (chunk - first) * CHUNK_BYTES, index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES);
  return { count, first: first << CHUNK_SHIFT, bits };
}

/** Lists the `seq` numbers of all matches in ascending order. */
export function listSeqs({ first, bits }: MatchBitmap): number[] {
  const seqs: number[] = [];
  for (let index = 0; index < bits.length; index += 1) {
    const byte = bits[index] ?? 0;
    for (let bit = 0; byte !== 0 && bit < 8; bit += 1) if (byte & (0x80 >> bit)) seqs.push(first + index * 8 + bit);
  }
  return seqs;
}

/**
 * SQL condition: the sequence number in `column` is among the matches. Rows created after the bitmap was read are beyond its
 * end and do not match. get_bit() counts the bits of a byte from the right, but a bit string starts on the left.
 */
export function hasSeq({ first, bits }: MatchBitmap, column: string): RawBuilder<boolean> {
  const seq = sql.ref(column);
  const isInBits = sql`${seq} >= ${sql.lit(first)} and ${seq} < ${sql.lit(first + bits.length * 8)}`;
  return sql<boolean>`case when ${isInBits} then get_bit(${bits}::bytea, (${seq} - ${sql.lit(first)}) # 7) = 1 else false end`;
}

function listPageSeqs(row: MatchedChunk, offset: number, limit: number, order: SeqOrder): number[] {
  const seqs: number[] = [];
  let position = row.before;
  const findNextBit = (bit: number) => {
    if (order === 'oldest') return row.bits.indexOf('1', bit + 1);
    return bit === 0 ? -1 : row.bits.lastIndexOf('1', bit - 1);
  };
  for (let bit = findNextBit(order === 'oldest' ? -1 : CHUNK_BITS); bit >= 0; bit = findNextBit(bit)) {
    if (position >= offset + limit) break;
    if (position >= offset) seqs.push((row.chunk << CHUNK_SHIFT) | bit);
    position += 1;
  }
  return seqs;
}

/**
 * Returns SQL that selects `chunk` and `bits` of the matches, in the chunks that meet the condition `chunks`. It concatenates the chunks
 * of all terms with `union all` and combines them with `bit_and`. Joins would be slow: the planner would expect one chunk and choose
 * nested loops.
 */
function selectMatchedChunks(filter: FacetFilter, chunks = sql`true`): RawBuilder<unknown> {
  const { from, to } = filter;
  const isInChunks = sql`${chunks} ${from === undefined ? sql`` : sql`and chunk >= ${from >> CHUNK_SHIFT}`} ${
    to === undefined ? sql`` : sql`and chunk <= ${to >> CHUNK_SHIFT}`
  }`;
  const requiredCount = filter.terms.filter((term) => !term.not).length + 1;
  const conditions = [
    // Callers with limited access only find rows that they may access: `readable_facet` has only these rows, and every term is combined
    // with it (ADR 0096).
    sql`select f.chunk, f.bits ${buildRangeMask(filter)} as bits, 1 as required from readable_facet f
      where f.workspace_id = ${filter.workspaceId}::uuid and f.kind = ${`${filter.entity}.exists`} and f.ref = ${NO_REF}::uuid and ${isInChunks}`,
    ...filter.terms.map(
      (term) =>
        sql`select chunk, ${term.not ? sql`~bits` : sql`bits`}, ${sql.lit(term.not ? 0 : 1)} from (${selectTermChunks(filter, term, isInChunks)}) t`,
    ),
  ];
  // A term may lack a chunk. A negated term without the chunk excludes nothing; any other term without the chunk has no match in it.
  return sql`
    select chunk, bit_and(bits) as bits from (${sql.join(conditions, sql` union all `)}) terms
    group by chunk having sum(required) = ${sql.lit(requiredCount)}`;
}

function selectTermChunks(
  { workspaceId, ...range }: SeqRange & Pick<FacetFilter, 'workspaceId'>,
  term: FacetTerm,
  isInChunks: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if ('slices' in term) return selectSliceChunks(workspaceId, term.slices, isInChunks);
  if ('seqs' in term) {
    return combineToChunks(sql`select seq from (${term.seqs}) t where ${isInRange(range)}`);
  }
  if (term.refs === undefined || term.refs.length === 1) {
    return sql`
      select chunk, bits from readable_facet
      where workspace_id = ${workspaceId}::uuid and kind = ${term.kind} and ref = ${term.refs?.[0] ?? NO_REF}::uuid and ${isInChunks}`;
  }
  return sql`
    select chunk, bit_or(bits) as bits from readable_facet
    where workspace_id = ${workspaceId}::uuid and kind = ${term.kind} and ref = any(${term.refs}::uuid[]) and ${isInChunks} group by chunk`;
}

/** SQL condition: the column `seq` of a few rows matches the term. */
export function matchesTerm(workspaceId: string, term: FacetTerm): RawBuilder<unknown> {
  const negation = term.not ? sql`not` : sql``;
  if ('slices' in term) return sql`true`;
  if ('seqs' in term) return sql`${negation} seq in (select seq from (${term.seqs}) t)`;
  return sql`${negation} exists (
    select from readable_facet f
    where f.workspace_id = ${workspaceId}::uuid and f.kind = ${term.kind} and f.ref = any(${term.refs ?? [NO_REF]}::uuid[])
      and f.chunk = seq >> ${sql.lit(CHUNK_SHIFT)} and get_bit(f.bits, seq & ${sql.lit(CHUNK_BITS - 1)}) = 1)`;
}

/** SQL condition: the column `seq` is in the range. */
export const isInRange = ({ from, to }: SeqRange): RawBuilder<boolean> => sql<boolean>`
  ${from === undefined ? sql`true` : sql`seq >= ${from}`} and ${to === undefined ? sql`true` : sql`seq <= ${to}`}`;

/** Bit 0 is the leftmost: a right shift clears the bits below `from`, a left shift clears the bits above `to`. */
function buildRangeMask({ from: rangeStart, to: rangeEnd }: FacetFilter): RawBuilder<unknown> {
  const rangeConditions: RawBuilder<unknown>[] = [];
  if (rangeStart !== undefined && (rangeStart & (CHUNK_BITS - 1)) !== 0) {
    rangeConditions.push(
      sql`& case when f.chunk = ${rangeStart >> CHUNK_SHIFT} then (${ALL_BITS}) >> ${rangeStart & (CHUNK_BITS - 1)} else ${ALL_BITS} end`,
    );
  }
  if (rangeEnd !== undefined && (rangeEnd & (CHUNK_BITS - 1)) !== CHUNK_BITS - 1) {
    rangeConditions.push(
      sql`& case when f.chunk = ${rangeEnd >> CHUNK_SHIFT} then (${ALL_BITS}) << ${CHUNK_BITS - 1 - (rangeEnd & (CHUNK_BITS - 1))} else ${ALL_BITS} end`,
    );
  }
  return sql.join(rangeConditions, sql` `);
}

/**
 * SQL of the number of images or objects with a label, for a row view in which `alias` is the alias of the label. The number is 0 for
 * annotators who must not see the annotations (ADR 0124).
 */
export function selectFacetCount(kind: FacetKind, alias: string): RawBuilder<number> {
  return sql<number>`coalesce((
    select sum(bit_count(f.bits))::int from counted_facet f
    where f.workspace_id = ${sql.ref(`${alias}.workspace_id`)} and f.kind = ${sql.lit(kind)} and f.ref = ${sql.ref(`${alias}.id`)}), 0)`;
}
