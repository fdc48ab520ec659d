import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { packPackage, readPackageJson, type PackageJson } from './pack-package';

const ICON_PACKAGE = '@fluentui/react-icons';
/** Folders of the icon package that contain the icons in forms that nothing imports. */
const EXCLUDED_FOLDERS = new Set(['atoms', 'fonts', 'headless']);
/** Sub-paths of the icon package that the shared packages and Fluent's components import. */
const EXPORTS = ['.', './svg/*', './utils', './providers', './lib/providers', './package.json'];

interface ConditionalExports {
  [condition: string]: string | ConditionalExports;
}

/** Returns the CommonJS variant of an entry of `exports`, which Jest, webpack and the compiler can all read. */
function getCommonJs(entry: string | ConditionalExports | undefined): string | ConditionalExports | undefined {
  if (entry === undefined || typeof entry === 'string') return entry;
  return getCommonJs(entry.default) ?? entry.require;
}

function readFiles(dir: string, prefix: string): [string, Uint8Array][] {
  return readdirSync(path.join(dir, prefix), { withFileTypes: true }).flatMap((entry): [string, Uint8Array][] => {
    const name = `${prefix}/${entry.name}`;
    if (entry.isDirectory()) return EXCLUDED_FOLDERS.has(entry.name) ? [] : readFiles(dir, name);
    return [[name, readFileSync(path.join(dir, name))]];
  });
}

/**
 * Packs Fluent's icons without the modules that nothing imports. The published package has 47,000 files. Installing them would take 40 %
 * of the time for creating a remote.
 */
export async function packIcons(
  sharedUi: string,
  sources: Iterable<Uint8Array>,
): Promise<{ packageJson: PackageJson; tarball: Uint8Array }> {
  const dir = path.join(sharedUi, 'node_modules', ICON_PACKAGE);
  const source = readPackageJson(dir) as PackageJson & { exports: ConditionalExports };
  const icons = new Set(
    [...sources].flatMap((text) =>
      [
        ...Buffer.from(text)
          .toString()
          .matchAll(/react-icons\/svg\/([\w-]+)/g),
      ].map(([, icon]) => icon),
    ),
  );
  const modules = [...icons].flatMap((icon) => ['cjs', 'd.cts'].map((extension) => `lib-cjs/atoms/svg/${icon}.${extension}`));
  const files = new Map([
    ['README.md', readFileSync(path.join(dir, 'README.md'))],
    ...readFiles(dir, 'lib-cjs'),
    ...modules.map((file): [string, Uint8Array] => [file, readFileSync(path.join(dir, file))]),
  ]);
  const exports = Object.fromEntries(EXPORTS.map((id) => [id, getCommonJs(source.exports[id])]));
  const { scripts: _scripts, devDependencies: _devDependencies, ...fields } = source;
  const packageJson = { ...fields, exports, main: 'lib-cjs/index.cjs', module: undefined, typings: undefined, files: undefined };
  return { packageJson: packageJson as PackageJson, tarball: await packPackage(packageJson as PackageJson, files) };
}
