import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runInForeground } from './install.mjs';

const toolsDir = path.dirname(fileURLToPath(import.meta.url));

/** Folder with everything that the server serves: the host, the remotes and the registry. */
export const buildDir = path.resolve(toolsDir, '..', 'build');

/**
 * Builds the host, the remotes, the server, the documentation and the packages for other repositories. Skips parts that have not changed.
 * @param {{ apiOnly?: boolean, withoutPackages?: boolean }} options build only the server, or everything except the packages
 */
export async function buildAll({ apiOnly = false, withoutPackages = false } = {}) {
  await runInForeground(process.execPath, [
    '--import',
    'tsx',
    path.join(toolsDir, 'builder', 'main.ts'),
    ...(apiOnly ? ['--api-only'] : []),
    ...(withoutPackages ? ['--without-packages'] : []),
  ]);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const options = process.argv.slice(2);
  buildAll({ apiOnly: options.includes('--api-only'), withoutPackages: options.includes('--without-packages') }).catch(() =>
    process.exit(1),
  );
}
