import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDatabase, type RunningDatabase } from '../database/supervisor';
import { describeServer, makeTemplate } from './test-database';

export interface SuiteDatabase {
  dataDir: string | null;
  running: RunningDatabase | null;
}

declare global {
  var consoleSuiteDatabase: SuiteDatabase | undefined;
}

/**
 * One PostgreSQL for the whole suite, with a migrated template that each test file clones.
 * TEST_DATABASE_URL uses an installed server instead.
 */
export default async function globalSetup(): Promise<void> {
  const suite = await startServer();
  globalThis.consoleSuiteDatabase = suite;
  try {
    await makeTemplate();
  } catch (error) {
    // Jest runs no teardown after a failed setup.
    await suite.running?.stop();
    throw error;
  }
}

async function startServer(): Promise<SuiteDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) {
    describeServer({ connectionString: url });
    return { dataDir: null, running: null };
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'console-suite-'));
  const running = await startDatabase({ dataDir, durable: false });
  describeServer(running.options('postgres'));
  return { dataDir, running };
}
