import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type Manifest,
  checkManifest,
  type ManifestSource,
  listComponentRefs,
  parseComponentRef,
} from '@console/shared-contract/federation';
import { readSharedRanges } from './shared-packages';

/** Returns the version in a folder's package.json. */
export function readPackageVersion(dir: string): string {
  return (JSON.parse(readFileSync(path.join(dir, 'package.json'), 'utf8')) as { version: string }).version;
}

/**
 * Reads and validates `remote.manifest.ts`.
 * @throws Error with a message for the remote's developer
 */
export async function loadManifest(dir: string, version: string): Promise<Manifest> {
  const file = path.join(dir, 'remote.manifest.ts');
  const module = (await import(pathToFileURL(file).href)) as { manifest?: ManifestSource };
  const checkResult = checkManifest({ ...module.manifest, version, shared: readSharedRanges(dir) });
  if (!checkResult.ok) throw new Error(`${file} is not a valid manifest:\n${checkResult.message}`);
  return checkResult.manifest;
}

/**
 * Returns the `exposes` of the container. `./images` stands for the module `src/images`, which is a file or a folder with an index.
 * @throws if the manifest refers to a module that does not exist
 */
export function listExposes(dir: string, manifest: Manifest): Record<string, string> {
  const exposes = [...new Set(listComponentRefs(manifest).map((ref) => parseComponentRef(ref).expose))];
  return Object.fromEntries(
    exposes.map((expose) => {
      const base = path.join(dir, 'src', expose);
      const file = ['/index.ts', '/index.tsx', '.ts', '.tsx'].map((end) => base + end).find((candidate) => existsSync(candidate));
      if (!file) throw new Error(`The manifest of ${manifest.name} refers to ${expose}, but the module ${base} does not exist`);
      return [expose, file];
    }),
  );
}
