import { rmSync } from 'node:fs';

/** Stops what global-setup started. */
export default async function globalTeardown(): Promise<void> {
  const suite = globalThis.consoleSuiteDatabase;
  await suite?.running?.stop();
  if (suite?.dataDir) rmSync(suite.dataDir, { recursive: true, force: true });
}
