import { SERVICE_SLUGS } from '../api/base/services';
import type { Manifest } from './manifest';
import type { Registry } from './registry';
import { type HostOffer, isInRange, findUnmetRequirement } from './resolve';

/** A condition that a release must meet before it is published. The condition is met if `problems` is empty. */
export interface Check {
  name: string;
  problems: string[];
}

/**
 * Maximum compressed sizes of a release in bytes. `entry` is the entry script, compressed with gzip, because a CDN may support nothing
 * else. `all` is the sum of all scripts and styles of pages. Worker scripts and WebAssembly files have separate limits, because they
 * are loaded only when a tool that needs them is first used.
 */
export const SIZE_BUDGET = { entry: 24_000, all: 385_000, workers: 4_000_000, webAssembly: 4_000_000 };

/** Name of the check that compares sizes with the budget. */
export const SIZE_CHECK = 'the size budget is met';

/** Matches scripts of workers and of their libraries, such as `assist.worker.0123abcd.js`. */
export const WORKER_FILE = /\.worker(\.[0-9a-f]+)?\.js$/;

/** Returns the manifests of all other live remotes. */
function listOtherManifests(registry: Registry, name: string): Manifest[] {
  return Object.entries(registry.remotes).flatMap(([otherName, { active, versions }]) => {
    const manifest = otherName === name || active === undefined ? undefined : versions[active]?.manifest;
    return manifest ? [manifest] : [];
  });
}

/** Removes the names of parameters: `/image/:id` and `/image/:imageId` are the same path. */
export const normalizePathParams = (route: { path: string }): string => route.path.replace(/:[^/]+/g, ':');

function findClashes(manifest: Manifest, otherManifests: Manifest[]): string[] {
  return otherManifests.flatMap((otherManifest) => {
    const paths = new Set(otherManifest.routes.map(normalizePathParams));
    const cards = new Set(otherManifest.cards.map(({ id }) => id));
    const widgets = new Set(otherManifest.widgets.map(({ id }) => id));
    return [
      ...manifest.routes
        .filter((route) => paths.has(normalizePathParams(route)))
        .map((route) => `the path ${route.path} is ${otherManifest.name}'s`),
      ...manifest.cards.filter(({ id }) => cards.has(id)).map(({ id }) => `the card ${id} is ${otherManifest.name}'s`),
      ...manifest.widgets.filter(({ id }) => widgets.has(id)).map(({ id }) => `the widget ${id} is ${otherManifest.name}'s`),
    ];
  });
}

function findDuplicatePaths(manifest: Manifest): string[] {
  const normalizedPaths = manifest.routes.map(normalizePathParams);
  return manifest.routes
    .filter((route, index) => normalizedPaths.indexOf(normalizePathParams(route)) !== index)
    .map((route) => `the path ${route.path} is declared twice`);
}

function findMissingWidgets(manifest: Manifest, otherManifests: Manifest[]): string[] {
  const offeredWidgets = [manifest, ...otherManifests].flatMap(({ widgets }) => widgets);
  return [manifest, ...otherManifests].flatMap(({ name, needs }) =>
    needs
      .filter((need) => !offeredWidgets.some((offer) => offer.id === need.id && isInRange(offer.version, need.range)))
      // If another remote needs a widget that is missing, this release is not the cause. Report such a widget only if this release
      // provides it in an unsuitable version.
      .filter((need) => name === manifest.name || manifest.widgets.some(({ id }) => id === need.id))
      .map((need) => {
        const versions = offeredWidgets.filter(({ id }) => id === need.id).map(({ version }) => version);
        return `${name} needs the widget ${need.id} ${need.range}; there is ${versions.join(', ') || 'none'}`;
      }),
  );
}

/** Finds unknown service slugs: no workspace can have such a service, so nobody would see the page or card. */
function findUnknownServices({ routes, cards, background }: Manifest): string[] {
  const requiredServices = [...routes, ...cards, ...(background ? [background] : [])].flatMap(({ resources }) => resources);
  return [...new Set(requiredServices)]
    .filter((slug) => !SERVICE_SLUGS.some((knownSlug) => knownSlug === slug))
    .map((slug) => `${slug} is not a service; the services are ${SERVICE_SLUGS.join(', ')}`);
}

/** Checks the manifest of a release against the live remotes and the packages of the host. */
export function checkCompatibility(manifest: Manifest, registry: Registry, offer: HostOffer): Check[] {
  const otherManifests = listOtherManifests(registry, manifest.name);
  const unmetRequirement = findUnmetRequirement(manifest, offer);
  return [
    { name: 'paths and ids are unique', problems: [...findDuplicatePaths(manifest), ...findClashes(manifest, otherManifests)] },
    { name: 'services are known', problems: findUnknownServices(manifest) },
    { name: 'required widgets are available', problems: findMissingWidgets(manifest, otherManifests) },
    { name: 'contract and shared packages are in range', problems: unmetRequirement ? [unmetRequirement] : [] },
  ];
}

/**
 * Checks the compressed sizes of a release against the size budget.
 * @param sizes compressed bytes by file name, without separate entries for the compressed copies
 * @param entrySize bytes of the entry script, compressed with gzip
 */
export function checkSizes(sizes: ReadonlyMap<string, number>, entrySize: number): Check {
  const formatKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  const sumSizes = (isCounted: (name: string) => boolean) =>
    [...sizes].filter(([name]) => isCounted(name)).reduce((sum, [, size]) => sum + size, 0);
  const totalSize = sumSizes((name) => /\.(js|css)$/.test(name) && !WORKER_FILE.test(name));
  const workerSize = sumSizes((name) => WORKER_FILE.test(name));
  const webAssemblySize = sumSizes((name) => name.endsWith('.wasm'));
  const problems: string[] = [];
  if (entrySize > SIZE_BUDGET.entry)
    problems.push(`the entry has ${formatKilobytes(entrySize)}; the limit is ${formatKilobytes(SIZE_BUDGET.entry)}`);
  if (totalSize > SIZE_BUDGET.all)
    problems.push(`all files have ${formatKilobytes(totalSize)}; the limit is ${formatKilobytes(SIZE_BUDGET.all)}`);
  if (workerSize > SIZE_BUDGET.workers)
    problems.push(`the workers have ${formatKilobytes(workerSize)}; the limit is ${formatKilobytes(SIZE_BUDGET.workers)}`);
  if (webAssemblySize > SIZE_BUDGET.webAssembly)
    problems.push(
      `the WebAssembly files have ${formatKilobytes(webAssemblySize)}; the limit is ${formatKilobytes(SIZE_BUDGET.webAssembly)}`,
    );
  return { name: SIZE_CHECK, problems };
}
