import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { writeTar } from '../../server/src/operations/releases';
import { parse } from 'yaml';

/** The fields of a package.json that the packages of this repository use. */
export interface PackageJson {
  name: string;
  version: string;
  description?: string;
  private?: boolean;
  scripts?: Record<string, string>;
  exports?: Record<string, string | { types: string; default: string }>;
  bin?: Record<string, string>;
  sideEffects?: boolean | string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

export const readPackageJson = (dir: string): PackageJson =>
  JSON.parse(readFileSync(path.join(dir, 'package.json'), 'utf8')) as PackageJson;

/** Returns a function that replaces the versions `catalog:` and `workspace:*` of pnpm with the actual versions in this checkout. */
export function createVersionResolver(root: string): (dependencies?: Record<string, string>) => Record<string, string> {
  const { catalog } = parse(readFileSync(path.join(root, 'pnpm-workspace.yaml'), 'utf8')) as { catalog: Record<string, string> };
  return (dependencies = {}) =>
    Object.fromEntries(
      Object.entries(dependencies).map(([name, range]) => {
        if (range.startsWith('workspace:'))
          return [name, readPackageJson(path.join(root, name.replace('@console/', ''))).version];
        return [name, range === 'catalog:' ? (catalog[name] ?? range) : range];
      }),
    );
}

/** Creates a tarball that npm can install. */
export async function packPackage(packageJson: PackageJson, files: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> {
  const allFiles = new Map([['package.json', Buffer.from(JSON.stringify(packageJson, null, 2))], ...files]);
  return gzipSync(await writeTar(new Map([...allFiles].map(([name, content]) => [`package/${name}`, content]))));
}
