import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { startDatabase, type RunningDatabase } from '../platform/database/supervisor';
import { storeServerConfig, createTemplate } from './database/test-database';
import { storeTemporaryFilesInMemory } from './memory-folder';

/** The database of the test run. Both fields are null if TEST_DATABASE_URL names an installed server. */
interface SuiteDatabase {
  dataDir: string | null;
  running: RunningDatabase | null;
}

declare global {
  var consoleSuiteDatabase: SuiteDatabase | undefined;
  /** Deletes the folder for temporary files. */
  var consoleDeleteTemporaryFiles: (() => void) | undefined;
}

/**
 * Starts one PostgreSQL for the complete suite, with a migrated template that each test file clones.
 * With TEST_DATABASE_URL, an installed server is used instead.
 */
export default async function globalSetup(): Promise<void> {
  // Identifies this run. Test files that start the server as a process build its bundle once for each run.
  process.env.CONSOLE_SUITE_RUN = randomUUID();
  globalThis.consoleDeleteTemporaryFiles = storeTemporaryFilesInMemory();
  buildChildren();
  buildLearner();
  const suite = await startServer();
  globalThis.consoleSuiteDatabase = suite;
  try {
    await createTemplate();
  } catch (error) {
    // Jest runs no teardown after a failed setup.
    await suite.running?.stop();
    throw error;
  }
}

/**
 * Bundles the programs that the server runs as child processes, together with their packages: `child.ts` decodes images and large bodies,
 * and `reader.ts` reads the files of imports. Each test file starts its own processes. Without bundles, each start would take half a second
 * longer, and `reader.ts` would need twice the CPU time to load its packages.
 */
function buildChildren(): void {
  for (const [name, variable] of [
    ['child', 'CONSOLE_CHILD'],
    ['reader', 'CONSOLE_READER'],
  ] as const) {
    const file = join(__dirname, '..', '..', 'dist', 'suite', `${name}.cjs`);
    buildSync({
      entryPoints: [join(__dirname, '..', `${name}.ts`)],
      outfile: file,
      bundle: true,
      platform: 'node',
      target: 'node20',
      external: ['sharp', 'libheif-js'],
      alias: { '@console/shared-contract': join(__dirname, '..', '..', '..', 'shared-contract', 'src') },
    });
    process.env[variable] = file;
  }
}

/** Bundles the learner, the program that trains models. The bundle is in the learner's folder, because Node.js finds its packages there. */
function buildLearner(): void {
  const root = join(__dirname, '..', '..', 'learner');
  const file = join(root, 'dist', 'suite', 'learner.cjs');
  buildSync({
    entryPoints: [join(root, 'src', 'main.ts')],
    outfile: file,
    bundle: true,
    platform: 'node',
    target: 'node20',
    packages: 'external',
  });
  process.env.CONSOLE_LEARNER = file;
}

async function startServer(): Promise<SuiteDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) {
    storeServerConfig({ connectionString: url });
    return { dataDir: null, running: null };
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'console-suite-'));
  const running = await startDatabase({ dataDir, durable: false });
  storeServerConfig(running.options('postgres'));
  return { dataDir, running };
}
