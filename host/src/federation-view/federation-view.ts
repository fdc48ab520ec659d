import type { ManifestCard, ManifestRoute } from '@console/shared-contract/federation';
import type { ComponentType } from 'react';

/** A page route from the manifest of a remote (a micro-frontend). */
export interface ShellRoute extends ManifestRoute {
  /** Name of the micro-frontend that provides the page. */
  remote: string;
}
/** A dashboard card from the manifest of a remote. */
export interface ShellCard extends ManifestCard {
  remote: string;
}

/** Information about a remote in the About dialog. */
export interface AboutRemote {
  name: string;
  title: string;
  /** Version of the remote. Empty if unknown. */
  version: string;
  /**
   * `live`: the active version of the registry; `canary`: a version for some users; `override`: another version in this tab;
   * `fallback`: the previous version, because this host cannot run the active one; `failed`: the remote cannot be used.
   */
  state: 'live' | 'canary' | 'fallback' | 'override' | 'disabled' | 'failed';
  /** URL of the folder with the remote's files. Missing if unknown. */
  folder?: string;
  /** Text for users: the source of an override, or the reason why the remote failed. */
  note?: string;
}

/** The versions of the host and its remotes in this tab, for users and support. */
export interface About {
  /** Version of the host, such as `1.0.0+0123abcd`. */
  version: string;
  /** Version of the federation contract. */
  contract: string;
  remotes: readonly AboutRemote[];
}

/** The part of the federation that the shell uses: data for navigation and access checks, and components that load remotes. */
export interface FederationView {
  /** Routes of all remotes, including those that need services which the workspace does not have. */
  routes: readonly ShellRoute[];
  cards: readonly ShellCard[];
  /** Whether the registry is still loading. */
  loading: boolean;
  /** Whether neither the registry nor a stored copy could be read. */
  failed: boolean;
  /** Names of remotes whose manifests could not be read. Their pages are unknown. */
  missing: readonly string[];
  retry: () => void;
  /** Loads and renders a remote's page, with an error boundary. */
  Page: ComponentType<{ route: ShellRoute }>;
  /** Loads and renders a remote's dashboard card, with its own error boundary. */
  Card: ComponentType<{ card: ShellCard }>;
  /** Prefetches the code of the page at this path if the workspace has a service for it. Ignores failures. */
  prefetch: (path: string) => void;
  /** Prefetches the entry scripts of all remotes that the workspace may use. Ignores failures. */
  prefetchEntries: () => void;
  /** Starts the background work of each remote once, if the workspace has a service that the remote needs. */
  startBackground: () => void;
  about: About;
  /** Banners above every page: active overrides, a new version. */
  Banners: ComponentType;
}
