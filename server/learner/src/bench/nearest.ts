import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddingIndex } from '../embedding/embedding-index';
import { EMBEDDING } from '../embedding/projection';
import { scanWithoutLibrary } from '../embedding/scan';
import { createRandom, type Random } from '../sampling/random';
import { getMemoryMb, computePercentile, printLine, measureTime } from './measurements';

const QUERIES = 200;
const COMPARED_QUERIES = 10;
const BATCH = 10_000;
const NEAREST = 10;

/** Measures latency, recall and memory of the exact search over `count` embeddings. */
export async function benchNearest(count = 1_000_000): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-nearest-'));
  try {
    const memoryBefore = getMemoryMb();
    const index = await EmbeddingIndex.open(folder);
    const random = createRandom(1);
    const centres = Array.from({ length: 1000 }, () => createEmbedding(random));
    const filling = await measureTime(() => {
      for (let position = 0; position < count; position += BATCH) {
        index.add(
          Array.from({ length: Math.min(BATCH, count - position) }, () => ({
            id: randomUUID(),
            embedding: createEmbedding(random, pickRandom(centres, random)),
          })),
        );
      }
    });
    const queries = Array.from({ length: QUERIES }, () => createEmbedding(random, pickRandom(centres, random)));
    const times: { wallMs: number; cpuMs: number }[] = [];
    for (const embedding of queries) times.push(await measureTime(() => index.findNearest({ embedding }, NEAREST, 'both')));
    const megabytes = getMemoryMb() - memoryBefore;
    const reading = await measureTime(() => EmbeddingIndex.open(folder));
    const plain = await EmbeddingIndex.open(folder, scanWithoutLibrary);
    const recalls = queries.slice(0, COMPARED_QUERIES).map((embedding) => {
      const exact = new Set(plain.findNearest({ embedding }, NEAREST, 'both').map(({ id }) => id));
      return index.findNearest({ embedding }, NEAREST, 'both').filter(({ id }) => exact.has(id)).length / NEAREST;
    });
    const formatPercentile = (percentage: number, key: 'wallMs' | 'cpuMs') =>
      computePercentile(
        times.map((time) => time[key]),
        percentage,
      ).toFixed(0);
    printLine(
      `find similar, ${count} embeddings of ${EMBEDDING.length} numbers: p50 ${formatPercentile(50, 'wallMs')} ms, p95 ${formatPercentile(95, 'wallMs')} ms`,
    );
    printLine(
      `  CPU time: p50 ${formatPercentile(50, 'cpuMs')} ms, p95 ${formatPercentile(95, 'cpuMs')} ms; memory ${megabytes} MB`,
    );
    printLine(
      `  recall@${NEAREST} against a plain scan: ${(recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length).toFixed(3)}`,
    );
    printLine(`  added in ${(filling.wallMs / 1000).toFixed(1)} s, opened in ${(reading.wallMs / 1000).toFixed(1)} s`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const pickRandom = (rows: readonly Int8Array[], random: Random) => rows[Math.floor(random() * rows.length)]!;

/** Returns random numbers, optionally scattered around a given embedding. */
function createEmbedding(random: Random, centre?: Int8Array): Int8Array {
  const radius = centre ? 40 : 100;
  return Int8Array.from({ length: EMBEDDING.length }, (_, position) => {
    const value = (centre?.[position] ?? 0) + (random() - 0.5) * radius;
    return Math.max(-127, Math.min(127, Math.round(value)));
  });
}
