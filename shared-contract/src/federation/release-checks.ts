import { SERVICE_SLUGS } from '../api/services';
import type { Manifest } from './manifest';
import type { Registry } from './registry';
import { type HostOffer, isInRange, findUnmetRequirement } from './resolve';

/** One of the things that must hold of a release before it is published; no problems: it holds. */
export interface Check {
  name: string;
  problems: string[];
}

/** Compressed bytes, which is what a person waits for: of the entry, and of all scripts and styles together. */
export const SIZE_BUDGET = { entry: 40_000, all: 300_000 };

/** Manifests that are live beside this remote. */
function othersOf(registry: Registry, name: string): Manifest[] {
  return Object.entries(registry.remotes).flatMap(([other, { active, versions }]) => {
    const manifest = other === name || active === undefined ? undefined : versions[active]?.manifest;
    return manifest ? [manifest] : [];
  });
}

/** `/image/:id` and `/image/:imageId` are the same path. */
export const normalizePathParams = (route: { path: string }): string => route.path.replace(/:[^/]+/g, ':');

function clashes(manifest: Manifest, others: Manifest[]): string[] {
  return others.flatMap((other) => {
    const paths = new Set(other.routes.map(normalizePathParams));
    const cards = new Set(other.cards.map(({ id }) => id));
    const widgets = new Set(other.widgets.map(({ id }) => id));
    return [
      ...manifest.routes
        .filter((route) => paths.has(normalizePathParams(route)))
        .map((route) => `the path ${route.path} is ${other.name}'s`),
      ...manifest.cards.filter(({ id }) => cards.has(id)).map(({ id }) => `the card ${id} is ${other.name}'s`),
      ...manifest.widgets.filter(({ id }) => widgets.has(id)).map(({ id }) => `the widget ${id} is ${other.name}'s`),
    ];
  });
}

function pathsTwice(manifest: Manifest): string[] {
  const shapes = manifest.routes.map(normalizePathParams);
  return manifest.routes
    .filter((route, at) => shapes.indexOf(normalizePathParams(route)) !== at)
    .map((route) => `the path ${route.path} is declared twice`);
}

function unmetWidgets(manifest: Manifest, others: Manifest[]): string[] {
  const offers = [manifest, ...others].flatMap(({ widgets }) => widgets);
  return [manifest, ...others].flatMap(({ name, needs }) =>
    needs
      .filter((need) => !offers.some((offer) => offer.id === need.id && isInRange(offer.version, need.range)))
      // What another remote lacks without this one's doing is not this release's to answer for.
      .filter((need) => name === manifest.name || manifest.widgets.some(({ id }) => id === need.id))
      .map((need) => {
        const versions = offers.filter(({ id }) => id === need.id).map(({ version }) => version);
        return `${name} needs the widget ${need.id} ${need.range}; there is ${versions.join(', ') || 'none'}`;
      }),
  );
}

/** A slug that no workspace can have hides the part from everyone, without a word. */
function unknownServices({ routes, cards, background }: Manifest): string[] {
  const asked = [...routes, ...cards, ...(background ? [background] : [])].flatMap(({ resources }) => resources);
  return [...new Set(asked)]
    .filter((slug) => !SERVICE_SLUGS.some((known) => known === slug))
    .map((slug) => `${slug} is no service; there are ${SERVICE_SLUGS.join(', ')}`);
}

/** What can be told of a release from its manifest, beside what is live and what the host has. */
export function checkCompatibility(manifest: Manifest, registry: Registry, offer: HostOffer): Check[] {
  const others = othersOf(registry, manifest.name);
  const unmet = findUnmetRequirement(manifest, offer);
  return [
    { name: 'paths and ids are unique', problems: [...pathsTwice(manifest), ...clashes(manifest, others)] },
    { name: 'services are known', problems: unknownServices(manifest) },
    { name: 'widgets that are needed are there', problems: unmetWidgets(manifest, others) },
    { name: 'contract and shared packages are in range', problems: unmet ? [unmet] : [] },
  ];
}

/** @param sizes compressed bytes by file name; a file's compressed form is not a file of its own here */
export function checkSizes(sizes: ReadonlyMap<string, number>, entry: string): Check {
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  const ofEntry = sizes.get(entry) ?? 0;
  const all = [...sizes].filter(([name]) => /\.(js|css)$/.test(name)).reduce((sum, [, size]) => sum + size, 0);
  const problems: string[] = [];
  if (ofEntry > SIZE_BUDGET.entry) problems.push(`the entry has ${kB(ofEntry)}; allowed are ${kB(SIZE_BUDGET.entry)}`);
  if (all > SIZE_BUDGET.all) problems.push(`all files have ${kB(all)}; allowed are ${kB(SIZE_BUDGET.all)}`);
  return { name: 'the size budget is held', problems };
}
