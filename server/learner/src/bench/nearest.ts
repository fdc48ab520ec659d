import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddingIndex } from '../embedding/embedding-index';
import { EMBEDDING } from '../embedding/projection';
import { scanWithoutLibrary } from '../embedding/scan';
import { createRandom, type Random } from '../sampling/random';
import { getMemoryMb, computePercentile, printLine, measureTime } from './measurements';

const QUERY_COUNT = 200;
const COMPARED_QUERY_COUNT = 10;
const BATCH_SIZE = 10_000;
const NEIGHBOUR_COUNT = 10;

/** Measures latency, recall and memory of the exact search over `embeddingCount` embeddings. */
export async function benchNearest(embeddingCount = 1_000_000): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-nearest-'));
  try {
    const memoryBefore = getMemoryMb();
    const index = await EmbeddingIndex.open(folder);
    const random = createRandom(1);
    const centres = Array.from({ length: 1000 }, () => createEmbedding(random));
    const addingDuration = await measureTime(() => {
      for (let position = 0; position < embeddingCount; position += BATCH_SIZE) {
        index.add(
          Array.from({ length: Math.min(BATCH_SIZE, embeddingCount - position) }, () => ({
            id: randomUUID(),
            embedding: createEmbedding(random, pickRandom(centres, random)),
          })),
        );
      }
    });
    const queries = Array.from({ length: QUERY_COUNT }, () => createEmbedding(random, pickRandom(centres, random)));
    const times: { wallMs: number; cpuMs: number }[] = [];
    for (const embedding of queries)
      times.push(await measureTime(() => index.findNearest({ embedding }, NEIGHBOUR_COUNT, 'both')));
    const megabytes = getMemoryMb() - memoryBefore;
    const openingDuration = await measureTime(() => EmbeddingIndex.open(folder));
    const plainIndex = await EmbeddingIndex.open(folder, scanWithoutLibrary);
    const recalls = queries.slice(0, COMPARED_QUERY_COUNT).map((embedding) => {
      const exactIds = new Set(plainIndex.findNearest({ embedding }, NEIGHBOUR_COUNT, 'both').map(({ id }) => id));
      return (
        index.findNearest({ embedding }, NEIGHBOUR_COUNT, 'both').filter(({ id }) => exactIds.has(id)).length / NEIGHBOUR_COUNT
      );
    });
    const formatPercentile = (percentage: number, key: 'wallMs' | 'cpuMs') =>
      computePercentile(
        times.map((time) => time[key]),
        percentage,
      ).toFixed(0);
    printLine(
      `find similar, ${embeddingCount} embeddings of ${EMBEDDING.length} numbers: p50 ${formatPercentile(50, 'wallMs')} ms, p95 ${formatPercentile(95, 'wallMs')} ms`,
    );
    printLine(
      `  CPU time: p50 ${formatPercentile(50, 'cpuMs')} ms, p95 ${formatPercentile(95, 'cpuMs')} ms; memory ${megabytes} MB`,
    );
    printLine(
      `  recall@${NEIGHBOUR_COUNT} against a plain scan: ${(recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length).toFixed(3)}`,
    );
    printLine(
      `  added in ${(addingDuration.wallMs / 1000).toFixed(1)} s, opened in ${(openingDuration.wallMs / 1000).toFixed(1)} s`,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

const pickRandom = (rows: readonly Int8Array[], random: Random) => rows[Math.floor(random() * rows.length)]!;

/** Returns random numbers, optionally scattered around a given embedding. */
function createEmbedding(random: Random, centre?: Int8Array): Int8Array {
  const range = centre ? 40 : 100;
  return Int8Array.from({ length: EMBEDDING.length }, (_, position) => {
    const value = (centre?.[position] ?? 0) + (random() - 0.5) * range;
    return Math.max(-127, Math.min(127, Math.round(value)));
  });
}
