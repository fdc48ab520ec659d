import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type Check,
  checkManifest,
  checkPlace,
  checkSizes,
  containerName,
  type HostOffer,
  type Registry,
  SHARED_PACKAGES,
} from '@console/shared-contract/federation';
import { sizesOf, withCompressedForms } from '../../server/src/console/releases';
import { filesIn } from '../builder/compress';
import type { ReleaseFile } from '../webpack/release-plugin';
import { unresolvedRefs } from './container';

export interface ConformanceInput {
  /** Folder of the built release. */
  dir: string;
  registry: Registry;
  offer: HostOffer;
  packageDir: string;
}
function namesInMap(file: string): string[] {
  const { sources = [] } = JSON.parse(readFileSync(file, 'utf8')) as { sources?: string[] };
  return SHARED_PACKAGES.filter((name) => {
    const own = name.replace('@console/', '');
    return sources.some(
      (source) => source.includes(`/node_modules/${name}/`) || (own !== name && new RegExp(`(^|/)${own}/src/`).test(source)),
    );
  });
}

function sharedCopies(dir: string): string[] {
  const scripts = readdirSync(dir).filter((name) => name.endsWith('.js'));
  return scripts.flatMap((script) => {
    const map = path.join(dir, `${script}.map`);
    if (!existsSync(map)) return [`${script} has no source map, so it cannot be told what is in it`];
    return namesInMap(map).map((name) => `${script} carries a copy of ${name}`);
  });
}

function wrongBytes(dir: string, { entry, integrity }: ReleaseFile): string[] {
  const file = path.join(dir, path.basename(entry));
  if (!existsSync(file)) return [`the entry ${entry} is not in the release`];
  const actual = `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`;
  return actual === integrity ? [] : [`the entry ${entry} is not the one that the build wrote`];
}

/** Everything that must hold of a built release before it is published, check by check; no problems: it may be. */
export async function checkRelease({ dir, registry, offer, packageDir }: ConformanceInput): Promise<Check[]> {
  const release = JSON.parse(readFileSync(path.join(dir, 'release.json'), 'utf8')) as ReleaseFile;
  const checked = checkManifest(release.manifest);
  if (!checked.ok) return [{ name: 'the manifest can be read', problems: [checked.message] }];
  const { manifest } = checked;
  const container = containerName(manifest.name, manifest.version);
  const bytes = wrongBytes(dir, release);
  const refs =
    bytes.length > 0
      ? []
      : await unresolvedRefs({ dir, entry: release.entry, container, manifest, packageDir, sharedVersions: offer.shared });
  return [
    { name: 'the entry is the one that was built', problems: bytes },
    { name: 'every reference in the manifest resolves', problems: refs },
    ...checkPlace(manifest, registry, offer),
    { name: 'no second copy of a shared package', problems: sharedCopies(dir) },
    checkSizes(sizesOf(await withCompressedForms(await filesIn(dir))), release.entry),
  ];
}
