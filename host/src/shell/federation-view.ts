import type { ManifestCard, ManifestRoute } from '@console/shared-contract/federation';
import type { ComponentType } from 'react';

export interface ShellRoute extends ManifestRoute {
  /** Name of the remote that owns it. */
  remote: string;
}
export interface ShellCard extends ManifestCard {
  remote: string;
}

export interface AboutRemote {
  name: string;
  title: string;
  /** Empty when it is not known. */
  version: string;
  /**
   * `live`: the version that the registry gives to all; `canary`: one that it gives to some; `override`: another one, in
   * this tab; `failed`: it could not be used.
   */
  state: 'live' | 'canary' | 'override' | 'disabled' | 'failed';
  /** For a person: where an override comes from, or why it could not be used. */
  note?: string;
}

/** What runs in this tab, for a person to read or to quote to support. */
export interface About {
  /** Of the host: `1.0.0+0123abcd`. */
  version: string;
  /** Version of the federation contract. */
  contract: string;
  remotes: readonly AboutRemote[];
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
  /** Names of the remotes that could not be read: nobody knows which pages they have. */
  missing: readonly string[];
  retry: () => void;
  /** A remote's page: loads, guards and, when it fails, explains. */
  Page: ComponentType<{ route: ShellRoute }>;
  /** A remote's dashboard card, with a boundary of its own. */
  Card: ComponentType<{ card: ShellCard }>;
  /** Fetches ahead what the page at this path needs, if the workspace has a service for it; silent when it fails. */
  prefetch: (path: string) => void;
  /** Fetches ahead what the first page of each open remote needs; silent when it fails. */
  prefetchEntries: () => void;
  /** Starts what remotes do without a page, for those whose services are open; each once. */
  startBackground: () => void;
  about: About;
  /** Strips above every page: overrides in force, a new version. */
  Banners: ComponentType;
}
