import { parseArgs } from 'node:util';
import { DATA } from './data';
import { benchBloodCells, benchFruits } from './objects';

// `npm run bench -- models [cells] [fruits] [--seeds 5] [--data folder]`: how good the models are that this machine trains.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seeds: { type: 'string', default: '1' }, data: { type: 'string', default: DATA } },
});

const PARTS: Record<string, (data: string, seeds: number) => Promise<void>> = { cells: benchBloodCells, fruits: benchFruits };

async function run(): Promise<void> {
  for (const [name, bench] of Object.entries(PARTS)) {
    if (positionals.length === 0 || positionals.includes(name)) await bench(values.data, Number(values.seeds));
  }
}

void run();
