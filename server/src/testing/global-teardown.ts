import { rmSync } from 'node:fs';

/** Stops the database that global-setup has started. */
export default async function globalTeardown(): Promise<void> {
  const suite = globalThis.consoleSuiteDatabase;
  await suite?.running?.stop();
  if (suite?.dataDir) rmSync(suite.dataDir, { recursive: true, force: true });
  globalThis.consoleDeleteTemporaryFiles?.();
}
