import { sql, type RawBuilder } from 'kysely';
import { CHUNK_BITS, CHUNK_SHIFT } from './kinds';

/** Size of a word (64 bits) as a power of 2. Sequence numbers are first combined into words, then the words into chunks. */
const WORD_SHIFT = 6;
const WORD_BITS = 1 << WORD_SHIFT;

/**
 * Returns SQL that selects `keys`, `chunk` and `bits`: the chunks of the numbers that `seqs` selects, grouped by the columns `keys`. It
 * first combines numbers into 64-bit integers, because setting each bit directly in a chunk would copy 512 bytes per row.
 */
export function combineToChunks(seqs: RawBuilder<unknown>, keys: readonly string[] = []): RawBuilder<unknown> {
  const columns = sql.join([...keys.map((key) => sql.ref(key)), sql`word >> ${sql.lit(CHUNK_SHIFT - WORD_SHIFT)}`]);
  const words = sql.join([...keys.map((key) => sql.ref(key)), sql`seq >> ${sql.lit(WORD_SHIFT)}`]);
  return sql`
    select ${columns} as chunk,
      bit_or(bits::bit(${sql.lit(CHUNK_BITS)}) >> (word & ${sql.lit(CHUNK_BITS / WORD_BITS - 1)}) * ${sql.lit(WORD_BITS)}) as bits
    from (
      select ${words} as word,
        bit_or(1::bigint << (${sql.lit(WORD_BITS - 1)} - (seq & ${sql.lit(WORD_BITS - 1)})))::bit(${sql.lit(WORD_BITS)}) as bits
      from (${seqs}) s group by ${words}
    ) words group by ${columns}`;
}
