import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type Check,
  checkManifest,
  checkCompatibility,
  checkSizes,
  getContainerName,
  type HostOffer,
  type Registry,
  SHARED_PACKAGES,
  WORKER_FILE,
} from '@console/shared-contract/federation';
import { getEntrySize, getSizes, addCompressedFiles } from '../../server/src/operations/releases';
import type { ReleaseFile } from '../webpack/release-plugin';
import { findUnresolvedRefs } from './container';

/** Input of `checkRelease`. */
interface ConformanceInput {
  /** Folder of the built release. */
  dir: string;
  /** The files of the folder. */
  files: ReadonlyMap<string, Uint8Array>;
  registry: Registry;
  /** The contract version and the versions of shared packages that the host provides. */
  offer: HostOffer;
  /** Folder of the remote's package. */
  packageDir: string;
}

function listSharedPackagesIn(file: string): string[] {
  const { sources = [] } = JSON.parse(readFileSync(file, 'utf8')) as { sources?: string[] };
  return SHARED_PACKAGES.filter((name) => {
    const folder = name.replace('@console/', '');
    return sources.some(
      (source) =>
        source.includes(`/node_modules/${name}/`) || (folder !== name && new RegExp(`(^|/)${folder}/src/`).test(source)),
    );
  });
}

/** Finds shared packages that a script bundles. Skips worker scripts: a worker needs its own copy, which the page does not load. */
function findSharedCopies(dir: string): string[] {
  const scripts = readdirSync(dir).filter((name) => name.endsWith('.js') && !WORKER_FILE.test(name));
  return scripts.flatMap((script) => {
    const map = path.join(dir, `${script}.map`);
    if (!existsSync(map)) return [`${script} has no source map, so its contents cannot be checked`];
    return listSharedPackagesIn(map).map((name) => `${script} contains a copy of ${name}`);
  });
}

function checkEntryIntegrity(dir: string, { entry, integrity }: ReleaseFile): string[] {
  const file = path.join(dir, path.basename(entry));
  if (!existsSync(file)) return [`the entry ${entry} is not in the release`];
  const actual = `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`;
  return actual === integrity ? [] : [`the entry ${entry} differs from the one that the build wrote`];
}

/** Runs all checks of a built release. The release may be published if no check reports a problem. */
export async function checkRelease({ dir, files, registry, offer, packageDir }: ConformanceInput): Promise<Check[]> {
  const release = JSON.parse(readFileSync(path.join(dir, 'release.json'), 'utf8')) as ReleaseFile;
  const manifestCheck = checkManifest(release.manifest);
  if (!manifestCheck.ok) return [{ name: 'the manifest can be read', problems: [manifestCheck.message] }];
  const { manifest } = manifestCheck;
  const container = getContainerName(manifest.name, manifest.version);
  const integrityProblems = checkEntryIntegrity(dir, release);
  const unresolvedRefs =
    integrityProblems.length > 0
      ? []
      : await findUnresolvedRefs({ dir, entry: release.entry, container, manifest, packageDir, sharedVersions: offer.shared });
  const compressedFiles = await addCompressedFiles(files);
  return [
    { name: 'the entry matches its integrity hash', problems: integrityProblems },
    { name: 'every reference in the manifest resolves', problems: unresolvedRefs },
    ...checkCompatibility(manifest, registry, offer),
    { name: 'no second copy of a shared package', problems: findSharedCopies(dir) },
    checkSizes(getSizes(compressedFiles), getEntrySize(compressedFiles, release.entry)),
  ];
}
