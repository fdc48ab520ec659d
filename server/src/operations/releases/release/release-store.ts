import { Registry, type Release, ReleaseError } from '@console/shared-contract/federation';
import type { Comparison } from '../canary/compare-versions';

/** A requested change of the registry, with the data for the log. */
export interface Move {
  /** For example `activate annotate 1.2.0`. */
  action: string;
  /** Who requested it: a user of the machine, or the deploy token. */
  by: string;
  /** If set, the move is refused unless the registry has this revision. */
  revision?: number;
  /**
   * Compares the remote's canary (a version that only some users get) with its active version. The page visits that were recorded for the
   * comparison are deleted after the move.
   */
  comparison?: Comparison;
}

/** An entry of the log of moves. */
export interface MoveLogEntry {
  /** ISO time. */
  at: string;
  /** Revision of the registry after the move. */
  revision: number;
  by: string;
  action: string;
  comparison?: Comparison;
}

/** The files of a release by name, including `release.json`, and its registry entry. */
export interface Publication {
  files: ReadonlyMap<string, Uint8Array>;
  release: Release;
}

/** Stores the registry and the releases. Changes are atomic: readers see the old registry or the new one. */
export interface ReleaseStore {
  /** The folder or bucket of the store, as it is shown in messages to the operator. */
  readonly location: string;
  /** Folder whose `remotes/` can be served directly. If undefined, files are read one by one. */
  readonly folder?: string;
  /** Returns undefined if there is no registry. @throws ReleaseError if the registry cannot be read */
  read(): Promise<Registry | undefined>;
  /** Like `read`, but the result may be some seconds old. For browsers, not for moves. */
  readRecent(): Promise<Registry | undefined>;
  /** Undefined if the file does not exist. */
  readFile(name: string, version: string, file: string): Promise<Buffer | undefined>;
  hasFile(name: string, version: string, file: string): Promise<boolean>;
  /** Stores the files and adds the version to the registry without activating it. @throws ReleaseError if it already exists */
  publish(publication: Publication, move: Move): Promise<Registry>;
  /**
   * Changes the registry atomically. `change` may throw to reject the move, and may be called several times. If `change` returns its
   * argument, nothing is written. @throws ReleaseError
   */
  move(move: Move, change: (registry: Registry) => Registry): Promise<Registry>;
  /** For stores with only one writer: makes this process the writer. Returns a warning if it replaces another writer. */
  becomeWriter?(): Promise<string | undefined>;
  /** For stores that are filled at the first start: a marker that detects an interrupted first fill. */
  readonly firstFill?: { isInterrupted(): Promise<boolean>; start(): Promise<void>; finish(): Promise<void> };
  /** Reads at most `count` of the last moves, newest first. */
  lastMoves(count: number): Promise<MoveLogEntry[]>;
}

export const EMPTY_REGISTRY: Registry = { schema: 1, revision: 0, generatedAt: new Date(0).toISOString(), remotes: {} };

/** @throws ReleaseError if the text is not a valid registry */
export function parseRegistry(text: string): Registry {
  try {
    return Registry.parse(JSON.parse(text));
  } catch {
    // Do not start with an empty registry: it would lose the live versions. The operator must check the file.
    throw new ReleaseError('registry.json exists but cannot be read. Nothing was changed.');
  }
}

export function formatRegistry(registry: Registry): string {
  return JSON.stringify(Registry.parse(registry), null, 2);
}

/** @throws ReleaseError if the move was intended for another revision */
export function requireRevision({ revision: expectedRevision }: Move, { revision }: Registry): void {
  if (expectedRevision === undefined || expectedRevision === revision) return;
  throw new ReleaseError(
    `The registry is at revision ${revision}, not ${expectedRevision}: someone else has changed it. Read it again, then retry.`,
  );
}

export function createMoveLogEntry({ by, action, comparison }: Move, { generatedAt, revision }: Registry): MoveLogEntry {
  return { at: generatedAt, revision, by, action, comparison };
}
