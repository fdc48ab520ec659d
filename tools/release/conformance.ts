import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  checkManifest,
  containerName,
  type HostOffer,
  inRange,
  type Manifest,
  type Registry,
  SHARED_PACKAGES,
  unmetNeed,
} from '@console/shared-contract/federation';
import type { ReleaseFile } from '../webpack/release-plugin';
import { unresolvedRefs } from './container';

/** Compressed bytes (brotli), which is what a person waits for. */
export const SIZE_BUDGET = { entry: 40_000, all: 300_000 };

export interface ConformanceInput {
  /** Folder of the built release. */
  dir: string;
  registry: Registry;
  offer: HostOffer;
  packageDir: string;
}
export interface Check {
  name: string;
  problems: string[];
}

/** Manifests that are live beside this remote. */
function othersOf(registry: Registry, name: string): Manifest[] {
  return Object.entries(registry.remotes).flatMap(([other, { active, versions }]) => {
    const manifest = other === name || active === undefined ? undefined : versions[active]?.manifest;
    return manifest ? [manifest] : [];
  });
}

/** `/image/:id` and `/image/:imageId` are the same path. */
const pathShape = (route: { path: string }): string => route.path.replace(/:[^/]+/g, ':');

function clashes(manifest: Manifest, others: Manifest[]): string[] {
  return others.flatMap((other) => {
    const paths = new Set(other.routes.map(pathShape));
    const cards = new Set(other.cards.map(({ id }) => id));
    const widgets = new Set(other.widgets.map(({ id }) => id));
    return [
      ...manifest.routes
        .filter((route) => paths.has(pathShape(route)))
        .map((route) => `the path ${route.path} is ${other.name}'s`),
      ...manifest.cards.filter(({ id }) => cards.has(id)).map(({ id }) => `the card ${id} is ${other.name}'s`),
      ...manifest.widgets.filter(({ id }) => widgets.has(id)).map(({ id }) => `the widget ${id} is ${other.name}'s`),
    ];
  });
}

function pathsTwice(manifest: Manifest): string[] {
  const shapes = manifest.routes.map(pathShape);
  return manifest.routes
    .filter((route, at) => shapes.indexOf(pathShape(route)) !== at)
    .map((route) => `the path ${route.path} is declared twice`);
}

function unmetWidgets(manifest: Manifest, others: Manifest[]): string[] {
  const offers = [manifest, ...others].flatMap(({ widgets }) => widgets);
  return [manifest, ...others].flatMap(({ name, needs }) =>
    needs
      .filter((need) => !offers.some((offer) => offer.id === need.id && inRange(offer.version, need.range)))
      // What another remote lacks without this one's doing is not this release's to answer for.
      .filter((need) => name === manifest.name || manifest.widgets.some(({ id }) => id === need.id))
      .map((need) => {
        const versions = offers.filter(({ id }) => id === need.id).map(({ version }) => version);
        return `${name} needs the widget ${need.id} ${need.range}; there is ${versions.join(', ') || 'none'}`;
      }),
  );
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

function overBudget(dir: string, entry: string): string[] {
  const sizeOf = (file: string) =>
    readFileSync(path.join(dir, existsSync(path.join(dir, `${file}.br`)) ? `${file}.br` : file)).length;
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  const all = readdirSync(dir)
    .filter((name) => /\.(js|css)$/.test(name))
    .reduce((sum, name) => sum + sizeOf(name), 0);
  const problems: string[] = [];
  if (sizeOf(entry) > SIZE_BUDGET.entry)
    problems.push(`the entry has ${kB(sizeOf(entry))}; allowed are ${kB(SIZE_BUDGET.entry)}`);
  if (all > SIZE_BUDGET.all) problems.push(`all files have ${kB(all)}; allowed are ${kB(SIZE_BUDGET.all)}`);
  return problems;
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
  const others = othersOf(registry, manifest.name);
  const unmet = unmetNeed(manifest, offer);
  const container = containerName(manifest.name, manifest.version);
  const bytes = wrongBytes(dir, release);
  const refs =
    bytes.length > 0
      ? []
      : await unresolvedRefs({ dir, entry: release.entry, container, manifest, packageDir, sharedVersions: offer.shared });
  return [
    { name: 'the entry is the one that was built', problems: bytes },
    { name: 'every reference in the manifest resolves', problems: refs },
    { name: 'paths and ids are unique', problems: [...pathsTwice(manifest), ...clashes(manifest, others)] },
    { name: 'widgets that are needed are there', problems: unmetWidgets(manifest, others) },
    { name: 'contract and shared packages are in range', problems: unmet ? [unmet] : [] },
    { name: 'no second copy of a shared package', problems: sharedCopies(dir) },
    { name: 'the size budget is held', problems: overBudget(dir, release.entry) },
  ];
}
