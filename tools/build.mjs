import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runInForeground } from './install.mjs';

const toolsDir = path.dirname(fileURLToPath(import.meta.url));

/** Folder with everything that the server serves: the host, the remotes and the registry. */
export const buildDir = path.resolve(toolsDir, '..', 'build');

/** Builds the host, the remotes and the server, or only the server (`apiOnly`). Skips parts that have not changed. */
export async function buildAll({ apiOnly = false } = {}) {
  await runInForeground(process.execPath, [
    '--import',
    'tsx',
    path.join(toolsDir, 'builder', 'main.ts'),
    ...(apiOnly ? ['--api-only'] : []),
  ]);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  buildAll({ apiOnly: process.argv.includes('--api-only') }).catch(() => process.exit(1));
}
