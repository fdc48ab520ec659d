import type { Manifest } from './manifest';

/** Returns all component references of a manifest. */
export function listComponentRefs(manifest: Pick<Manifest, 'routes' | 'cards' | 'widgets' | 'background'>): string[] {
  const components = [...manifest.routes, ...manifest.cards, ...manifest.widgets].map(({ component }) => component);
  return manifest.background ? [...components, manifest.background.start] : components;
}

/** A parsed component reference `./expose#exportName`. */
export interface ParsedRef {
  expose: string;
  exportName: string;
}
export function parseComponentRef(ref: string): ParsedRef {
  const hashIndex = ref.indexOf('#');
  return { expose: ref.slice(0, hashIndex), exportName: ref.slice(hashIndex + 1) };
}
