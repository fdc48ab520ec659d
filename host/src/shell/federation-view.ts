import type { ManifestCard, ManifestRoute } from '@console/shared-contract/federation';
import type { ComponentType } from 'react';

export interface ShellRoute extends ManifestRoute {
  /** Name of the remote that owns it. */
  remote: string;
}
export interface ShellCard extends ManifestCard {
  remote: string;
}

/** What the shell needs of the federation: data to draw and gate with, and components that load and guard the rest. */
export interface FederationView {
  /** Of all remotes, whatever their services. */
  routes: readonly ShellRoute[];
  cards: readonly ShellCard[];
  /** The registry is still being read. */
  loading: boolean;
  /** The registry could not be read and there is no last good one. */
  failed: boolean;
  retry: () => void;
  /** A remote's page: loads, guards and, when it fails, explains. */
  Page: ComponentType<{ route: ShellRoute }>;
  /** A remote's dashboard card, with a boundary of its own. */
  Card: ComponentType<{ card: ShellCard }>;
  /** Fetches ahead what the page at this path needs; silent when it fails. */
  prefetch: (path: string) => void;
  /** Starts what remotes do without a page, for those whose services are open; each once. */
  startBackground: (isOpen: (resources: readonly string[]) => boolean) => void;
  /** Strips above every page: overrides in force, a new version. */
  Banners: ComponentType;
}
