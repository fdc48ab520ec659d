import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { type Canary, ReleaseError } from '@console/shared-contract/federation';
import { readReleasePlace } from '../../server/src/config/releases';
import { openReleases, type PointerMove } from '../../server/src/console/releases';
import { type Deployment, hostDeployment, storeDeployment } from './deployment';
import { listing } from './listing';
import { release } from './release';

export interface CommandContext {
  root: string;
  buildDir: string;
  /** RELEASES and the settings of its bucket; DEPLOY_TOKEN for `--host`. */
  env: NodeJS.ProcessEnv;
  say: (line: string) => void;
}

export const USAGE = `npm run release  -- NAME [--version X.Y.Z]
npm run activate -- NAME VERSION [--revision N]
npm run rollback -- NAME [--revision N]
npm run canary   -- NAME VERSION [--share PERCENT] [--workspace ID ...] [--revision N]
npm run canary   -- NAME --off
npm run registry

Each may have --host https://CONSOLE, and DEPLOY_TOKEN in the environment, to work on that server.`;
/** Moves that `registry` shows. */
const MOVES_SHOWN = 10;

const OPTIONS = {
  version: { type: 'string' },
  revision: { type: 'string' },
  share: { type: 'string' },
  workspace: { type: 'string', multiple: true },
  off: { type: 'boolean' },
  host: { type: 'string' },
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

/** Where a command works: on the server at that address, or on the place that the settings name. @throws ReleaseError */
export async function deploymentOf(
  command: string,
  host: string | undefined,
  { root, buildDir, env }: CommandContext,
): Promise<Deployment> {
  if (host !== undefined) {
    if (!/^https?:\/\/[^/]/.test(host)) throw new ReleaseError(`--host must be like https://console.example, not ${host}.`);
    return hostDeployment(host, env.DEPLOY_TOKEN);
  }
  const place = readReleasePlace(env);
  if (place?.oneWriter && command !== 'registry') {
    throw new ReleaseError('RELEASES_ONE_WRITER leaves every change to one server. Name it: --host https://CONSOLE.');
  }
  return storeDeployment(await openReleases(place, buildDir), root, userInfo().username);
}

/** Runs one of the release commands. @throws ReleaseError in words for whoever typed it */
export async function runCommand(command: string, args: string[], context: CommandContext): Promise<void> {
  const { root, buildDir, say } = context;
  const given = read(args);
  const deployment = await deploymentOf(command, given.host, context);
  const at = given.host === undefined ? '' : ` --host ${given.host}`;
  const revision = wholeNumber('revision', given.revision);
  async function move(name: string, asked: PointerMove): Promise<void> {
    say(`The registry is at revision ${await deployment.move(name, asked, revision)}.`);
  }
  if (command === 'registry') {
    const [registry, moves] = await Promise.all([deployment.registry(), deployment.lastMoves(MOVES_SHOWN)]);
    for (const line of listing(registry, moves)) say(line);
  } else if (command === 'release') {
    const [name = ''] = named(given, 1);
    const version = await release({ root, buildDir, deployment, name, version: given.version, say });
    say(`${name} ${version} is published, and not live yet. Next: npm run activate -- ${name} ${version}${at}`);
  } else if (command === 'activate') {
    const [name = '', version = ''] = named(given, 2);
    await move(name, { action: 'activate', version });
    say(`${name} ${version} is live.`);
  } else if (command === 'rollback') {
    const [name = ''] = named(given, 1);
    await move(name, { action: 'rollback' });
    say(`${name} ${(await deployment.registry()).remotes[name]?.active} is live again.`);
  } else if (command === 'canary') {
    const { name, canary } = canaryOf(given);
    await move(name, { action: 'canary', canary });
    say(canary ? `${name} ${canary.version} is on canary.` : `${name} has no canary.`);
  } else {
    throw new ReleaseError(`There is no command ${command}.\n${USAGE}`);
  }
}
