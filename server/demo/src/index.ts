import { join } from 'node:path';
import type { Seed } from '@console/server/operations/first-start';
import { seedFrom } from './seed';

/** Creates the demo on the first start, from the data that the build copies beside the bundle. */
export const seedDemo: Seed = (target) => seedFrom(join(__dirname, 'demo-data'), target);
