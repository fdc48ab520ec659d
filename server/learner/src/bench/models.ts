import { parseArgs } from 'node:util';
import { DEFAULT_DATA_FOLDER } from './datasets';
import { benchMemory } from './memory';
import { benchNearest } from './nearest';
import { benchBloodCells, benchFruits } from './objects';
import { benchRecognition } from './recognition';

// `npm run bench -- models [cells] [fruits] [groceries] [nearest] [memory]` measures quality and speed of the local models.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: '1' },
    data: { type: 'string', default: DEFAULT_DATA_FOLDER },
    pictures: { type: 'string', default: '2000' },
    embeddings: { type: 'string', default: '1000000' },
    // Options of the benchmarks over HTTP, which are in another package and get the same arguments.
    rows: { type: 'string' },
  },
});

const BENCHMARKS: Record<string, () => Promise<void>> = {
  cells: () => benchBloodCells(values.data, Number(values.seeds)),
  fruits: () => benchFruits(values.data, Number(values.seeds)),
  groceries: () => benchRecognition(values.data),
  memory: () => benchMemory(Number(values.pictures)),
  nearest: () => benchNearest(Number(values.embeddings)),
};

async function runBenchmark(): Promise<void> {
  for (const [name, bench] of Object.entries(BENCHMARKS)) {
    if (positionals.length === 0 || positionals.includes(name)) await bench();
  }
}

void runBenchmark();
