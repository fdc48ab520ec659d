import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import {
  type Canary,
  type Registry,
  ReleaseError,
  withActivated,
  withCanary,
  withRolledBack,
} from '@console/shared-contract/federation';
import { moveRegistry, readRegistry } from '../../server/src/console/release-store';
import { listing } from './listing';
import { release } from './release';

export interface CommandContext {
  root: string;
  buildDir: string;
  say: (line: string) => void;
}

export const USAGE = `npm run release  -- NAME [--version X.Y.Z]
npm run activate -- NAME VERSION [--revision N]
npm run rollback -- NAME [--revision N]
npm run canary   -- NAME VERSION [--share PERCENT] [--workspace ID ...] [--revision N]
npm run canary   -- NAME --off
npm run registry`;

const OPTIONS = {
  version: { type: 'string' },
  revision: { type: 'string' },
  share: { type: 'string' },
  workspace: { type: 'string', multiple: true },
  off: { type: 'boolean' },
} as const;

function read(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
    return { ...values, positionals };
  } catch (error) {
    throw new ReleaseError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}
type Given = ReturnType<typeof read>;

function wholeNumber(name: string, value: string | undefined, max = Number.MAX_SAFE_INTEGER): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value) && Number(value) <= max) return Number(value);
  throw new ReleaseError(`--${name} must be a whole number${max <= 100 ? ` from 0 to ${max}` : ''}, not ${value}.`);
}

function named(given: Given, count: number): string[] {
  if (given.positionals.length === count) return given.positionals;
  throw new ReleaseError(`This is how it is called:\n${USAGE}`);
}

/** The canary that was asked for; undefined for none. */
function canaryOf(given: Given): { name: string; canary?: Canary } {
  if (given.off) return { name: named(given, 1)[0] ?? '' };
  const [name = '', version = ''] = named(given, 2);
  const share = wholeNumber('share', given.share, 100) ?? 0;
  const workspaces = given.workspace ?? [];
  if (share === 0 && workspaces.length === 0)
    throw new ReleaseError('Say who gets it: --share PERCENT or --workspace ID, or --off.');
  return { name, canary: { version, share, workspaces } };
}

/** Runs one of the release commands. @throws ReleaseError in words for whoever typed it */
export async function runCommand(command: string, args: string[], { root, buildDir, say }: CommandContext): Promise<void> {
  const given = read(args);
  const by = userInfo().username;
  const revision = wholeNumber('revision', given.revision);
  const now = new Date();
  async function move(change: (registry: Registry) => Registry): Promise<void> {
    const action = [command, ...args].join(' ');
    const { revision: after } = await moveRegistry(buildDir, { action, by, revision }, change);
    say(`The registry is at revision ${after}.`);
  }
  if (command === 'registry') {
    for (const line of listing(readRegistry(buildDir))) say(line);
  } else if (command === 'release') {
    const [name = ''] = named(given, 1);
    const version = await release({ root, buildDir, name, version: given.version, by, say });
    say(`${name} ${version} is published, and not live yet. Next: npm run activate -- ${name} ${version}`);
  } else if (command === 'activate') {
    const [name = '', version = ''] = named(given, 2);
    await move((registry) => withActivated(registry, name, version, now));
    say(`${name} ${version} is live.`);
  } else if (command === 'rollback') {
    const [name = ''] = named(given, 1);
    await move((registry) => withRolledBack(registry, name, now));
    say(`${name} ${readRegistry(buildDir).remotes[name]?.active} is live again.`);
  } else if (command === 'canary') {
    const { name, canary } = canaryOf(given);
    await move((registry) => withCanary(registry, name, canary, now));
    say(canary ? `${name} ${canary.version} is on canary.` : `${name} has no canary.`);
  } else {
    throw new ReleaseError(`There is no command ${command}.\n${USAGE}`);
  }
}
