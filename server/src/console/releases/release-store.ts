import { Registry, type Release, ReleaseError } from '@console/shared-contract/federation';

/** What a person or a build did to the registry, for the audit log. */
export interface Move {
  /** As `activate annotate 1.2.0`. */
  action: string;
  /** Who asked: a user of the machine, or the deploy token. */
  by: string;
  /** Refuse the move unless the registry is at this revision. */
  revision?: number;
}

/** A line of the audit log. */
export interface AuditEntry {
  /** ISO time. */
  at: string;
  /** Of the registry after the move. */
  revision: number;
  by: string;
  action: string;
}

/** The files of a release by name, `release.json` among them, and what the registry will say of it. */
export interface Publication {
  files: ReadonlyMap<string, Uint8Array>;
  release: Release;
}

/** Where the registry and the releases lie. Whatever is cut off in the middle, readers see the old registry or the new one. */
export interface ReleaseStore {
  /** As a person would name it. */
  readonly place: string;
  /** Folder whose `remotes/` can be served as it lies; undefined: files are read one by one. */
  readonly folder?: string;
  /** Undefined when there is none. @throws ReleaseError when it cannot be read */
  read(): Promise<Registry | undefined>;
  /** As `read`, but it may be some seconds old: for browsers, not for moves. */
  readRecent(): Promise<Registry | undefined>;
  /** Undefined when there is no such file. */
  readFile(name: string, version: string, file: string): Promise<Buffer | undefined>;
  hasFile(name: string, version: string, file: string): Promise<boolean>;
  /** Stores the files, then makes the version known; not live. @throws ReleaseError when it is published already */
  publish(publication: Publication, move: Move): Promise<Registry>;
  /**
   * Changes the registry in one step. `change` may throw to refuse, may be called more than once, and writes nothing when
   * it answers what it was given. @throws ReleaseError
   */
  move(move: Move, change: (registry: Registry) => Registry): Promise<Registry>;
  /**
   * Where one server alone may write: makes this process that one. Answers what a person should know, when another was it.
   */
  becomeWriter?(): Promise<string | undefined>;
  /** Where a place is filled at its first start: what tells a start that the one before was cut off over it. */
  readonly firstFill?: { isCutOff(): Promise<boolean>; begin(): Promise<void>; end(): Promise<void> };
  /** The last moves, newest first, at most so many. */
  lastMoves(count: number): Promise<AuditEntry[]>;
}

export const EMPTY_REGISTRY: Registry = { schema: 1, revision: 0, generatedAt: new Date(0).toISOString(), remotes: {} };

/** @throws ReleaseError when it is no registry */
export function parseRegistry(text: string): Registry {
  try {
    return Registry.parse(JSON.parse(text));
  } catch {
    // Starting anew would forget what is live: a person must look.
    throw new ReleaseError('registry.json is there and cannot be read; nothing was changed.');
  }
}

export function registryText(registry: Registry): string {
  return JSON.stringify(Registry.parse(registry), null, 2);
}

/** @throws ReleaseError when the move was meant for another revision */
export function requireRevision({ revision: wanted }: Move, { revision }: Registry): void {
  if (wanted === undefined || wanted === revision) return;
  throw new ReleaseError(
    `The registry is at revision ${revision}, not ${wanted}: someone else has changed it. Look again, then repeat.`,
  );
}

export function auditEntry({ by, action }: Move, { generatedAt, revision }: Registry): AuditEntry {
  return { at: generatedAt, revision, by, action };
}
