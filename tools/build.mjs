import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { foreground } from './install.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));

/** Folder of everything that is served: the host, the remotes and the registry. */
export const buildDir = path.resolve(here, '..', 'build');

/** Builds what has changed since the last time: host, remotes and server, or the server alone. */
export async function buildAll({ apiOnly = false } = {}) {
  await foreground(process.execPath, [
    '--import',
    'tsx',
    path.join(here, 'builder', 'main.ts'),
    ...(apiOnly ? ['--api-only'] : []),
  ]);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  buildAll({ apiOnly: process.argv.includes('--api-only') }).catch(() => process.exit(1));
}
