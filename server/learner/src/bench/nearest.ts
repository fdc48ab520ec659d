import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddingIndex } from '../embedding/index';
import { EMBEDDING } from '../embedding/projection';
import { plainScan } from '../embedding/scan';
import { randomOf, type Random } from '../random';
import { memory, percentile, print, timed } from './figures';

const QUESTIONS = 200;
const COMPARED = 10;
const BATCH = 10_000;
const NEAREST = 10;

/** Measures latency, recall and memory of the exact search over `count` embeddings. */
export async function benchNearest(count = 1_000_000): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-nearest-'));
  try {
    const before = memory();
    const index = await EmbeddingIndex.open(folder);
    const random = randomOf(1);
    const centres = Array.from({ length: 1000 }, () => embeddingBy(random));
    const filling = await timed(() => {
      for (let at = 0; at < count; at += BATCH) {
        index.put(
          Array.from({ length: Math.min(BATCH, count - at) }, () => ({
            id: randomUUID(),
            embedding: embeddingBy(random, pick(centres, random)),
          })),
        );
      }
    });
    const questions = Array.from({ length: QUESTIONS }, () => embeddingBy(random, pick(centres, random)));
    const times: { clock: number; processor: number }[] = [];
    for (const embedding of questions) times.push(await timed(() => index.nearest({ embedding }, NEAREST, 'both')));
    const megabytes = memory() - before;
    const reading = await timed(() => EmbeddingIndex.open(folder));
    const plain = await EmbeddingIndex.open(folder, plainScan);
    const shares = questions.slice(0, COMPARED).map((embedding) => {
      const exact = new Set(plain.nearest({ embedding }, NEAREST, 'both').map(({ id }) => id));
      return index.nearest({ embedding }, NEAREST, 'both').filter(({ id }) => exact.has(id)).length / NEAREST;
    });
    const formatPercentile = (share: number, key: 'clock' | 'processor') =>
      percentile(
        times.map((time) => time[key]),
        share,
      ).toFixed(0);
    print(
      `find similar, ${count} embeddings of ${EMBEDDING.length} numbers: p50 ${formatPercentile(50, 'clock')} ms, p95 ${formatPercentile(95, 'clock')} ms`,
    );
    print(`  of the processor: p50 ${formatPercentile(50, 'processor')} ms, p95 ${formatPercentile(95, 'processor')} ms; memory ${megabytes} MB`);
    print(
      `  recall@${NEAREST} against a plain scan: ${(shares.reduce((sum, share) => sum + share, 0) / shares.length).toFixed(3)}`,
    );
    print(`  added in ${(filling.clock / 1000).toFixed(1)} s, opened in ${(reading.clock / 1000).toFixed(1)} s`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const pick = (rows: readonly Int8Array[], random: Random) => rows[Math.floor(random() * rows.length)]!;

/** Returns random numbers, optionally scattered around a given embedding. */
function embeddingBy(random: Random, around?: Int8Array): Int8Array {
  const spread = around ? 40 : 100;
  return Int8Array.from({ length: EMBEDDING.length }, (_, at) => {
    const value = (around?.[at] ?? 0) + (random() - 0.5) * spread;
    return Math.max(-127, Math.min(127, Math.round(value)));
  });
}
