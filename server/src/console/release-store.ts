import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Registry, ReleaseError } from '@console/shared-contract/federation';

const EMPTY: Registry = { schema: 1, revision: 0, generatedAt: new Date(0).toISOString(), remotes: {} };
const POLL_MS = 20;
/** What is done under the lock takes milliseconds; one this old was left by a process that has died. */
const ABANDONED_MS = 10_000;

/** What a person or a build did to the registry, for the audit log. */
export interface Move {
  /** As `activate annotate 1.2.0`. */
  action: string;
  /** Who asked: a user of the machine, or the deploy token. */
  by: string;
  /** Refuse the move unless the registry is at this revision. */
  revision?: number;
}

export const registryFile = (buildDir: string): string => path.join(buildDir, 'registry.json');
export const auditFile = (buildDir: string): string => path.join(buildDir, 'registry-audit.jsonl');

/** The registry of a build folder, an empty one where there is none. @throws ReleaseError when it cannot be read */
export function readRegistry(buildDir: string): Registry {
  const file = registryFile(buildDir);
  if (!existsSync(file)) return EMPTY;
  try {
    return Registry.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // Starting anew would forget what is live: a person must look.
    throw new ReleaseError('registry.json is there and cannot be read; nothing was changed.');
  }
}

function tryLock(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}

function isAbandoned(lock: string): boolean {
  try {
    return Date.now() - statSync(lock).mtimeMs > ABANDONED_MS;
  } catch {
    return false;
  }
}

/** Runs the work while no other process of ours changes the registry; the work must be short. */
export async function withRegistryLock<T>(buildDir: string, work: () => T): Promise<T> {
  mkdirSync(buildDir, { recursive: true });
  const lock = path.join(buildDir, '.registry-lock');
  while (!tryLock(lock)) {
    if (isAbandoned(lock)) rmSync(lock, { recursive: true, force: true });
    else await pause(POLL_MS);
  }
  try {
    return work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/**
 * Changes the registry in one step: readers see the old one or the new one. `change` is synchronous, and may throw to
 * refuse. A change that comes out the same writes nothing.
 * @throws ReleaseError
 */
export function moveRegistry(buildDir: string, move: Move, change: (registry: Registry) => Registry): Promise<Registry> {
  return withRegistryLock(buildDir, () => {
    const before = readRegistry(buildDir);
    if (move.revision !== undefined && move.revision !== before.revision) {
      throw new ReleaseError(
        `The registry is at revision ${before.revision}, not ${move.revision}: someone else has changed it. Look again, then repeat.`,
      );
    }
    const after = change(before);
    if (after === before) return before;
    const file = registryFile(buildDir);
    writeFileSync(`${file}.tmp`, JSON.stringify(Registry.parse(after), null, 2));
    renameSync(`${file}.tmp`, file);
    const { action, by } = move;
    appendFileSync(auditFile(buildDir), `${JSON.stringify({ at: after.generatedAt, revision: after.revision, by, action })}\n`);
    return after;
  });
}
