import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { type Canary, ReleaseError } from '@console/shared-contract/federation';
import { readReleaseLocation } from '../../server/src/platform/config/releases';
import { openReleases, type PointerMove } from '../../server/src/operations/releases';
import { type Deployment, createHostDeployment, createStoreDeployment } from './deployment';
import { formatComparison } from './format-comparison';
import { formatRegistry } from './format-registry';
import { release } from './release';

/** Environment in which a release command runs. */
interface CommandContext {
  root: string;
  buildDir: string;
  /** Environment variables: RELEASES (the release store) with the settings of its bucket, and DEPLOY_TOKEN for `--host`. */
  env: NodeJS.ProcessEnv;
  print: (line: string) => void;
}

export const USAGE = `npm run release  -- NAME [--version X.Y.Z]
npm run activate -- NAME VERSION [--revision N]
npm run rollback -- NAME [--revision N]
npm run canary   -- NAME VERSION [--share PERCENT] [--workspace ID ...] [--visits N] [--revision N]
npm run canary   -- NAME --host https://CONSOLE
npm run canary   -- NAME --off
npm run registry

Add --host https://CONSOLE, with DEPLOY_TOKEN in the environment, to work on that server.`;
/** Number of changes that `registry` prints. */
const MAX_LISTED_CHANGES = 10;

const COMMAND_OPTIONS = {
  version: { type: 'string' },
  revision: { type: 'string' },
  share: { type: 'string' },
  workspace: { type: 'string', multiple: true },
  visits: { type: 'string' },
  off: { type: 'boolean' },
  host: { type: 'string' },
} as const;

function parseArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options: COMMAND_OPTIONS, allowPositionals: true });
    return { ...values, positionals };
  } catch (error) {
    throw new ReleaseError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}
type Arguments = ReturnType<typeof parseArguments>;

function parseInteger(name: string, value: string | undefined, max = Number.MAX_SAFE_INTEGER): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value) && Number(value) <= max) return Number(value);
  throw new ReleaseError(`--${name} must be a whole number${max <= 100 ? ` from 0 to ${max}` : ''}, not ${value}.`);
}

function requirePositionals(args: Arguments, count: number): string[] {
  if (args.positionals.length === count) return args.positionals;
  throw new ReleaseError(`Wrong number of arguments. Usage:\n${USAGE}`);
}

/** Parses the arguments of the command `canary`. If the result has no canary, the command ends the current canary. */
function parseCanary(args: Arguments): { name: string; canary?: Canary } {
  if (args.off) return { name: requirePositionals(args, 1)[0] ?? '' };
  const [name = '', version = ''] = requirePositionals(args, 2);
  const share = parseInteger('share', args.share, 100) ?? 0;
  const workspaces = args.workspace ?? [];
  const visits = parseInteger('visits', args.visits, 1_000_000);
  if (share === 0 && workspaces.length === 0)
    throw new ReleaseError('Choose who gets the canary with --share PERCENT or --workspace ID, or remove it with --off.');
  return { name, canary: { version, share, workspaces, ...(visits !== undefined && { visits }) } };
}

/** Opens the deployment that a command changes: a server over HTTP, or the release store in the settings. @throws ReleaseError */
export async function openDeployment(
  command: string,
  host: string | undefined,
  { root, buildDir, env }: CommandContext,
): Promise<Deployment> {
  if (host !== undefined) {
    if (!/^https?:\/\/[^/]/.test(host)) throw new ReleaseError(`--host must be like https://console.example, not ${host}.`);
    return createHostDeployment(host, env.DEPLOY_TOKEN);
  }
  const storeLocation = readReleaseLocation(env);
  if (storeLocation?.oneWriter && command !== 'registry') {
    throw new ReleaseError(
      'With RELEASES_ONE_WRITER only one server may change the registry. Name it with --host https://CONSOLE.',
    );
  }
  return createStoreDeployment(await openReleases(storeLocation, buildDir), root, userInfo().username);
}

/** Runs one of the release commands. @throws ReleaseError with a message for the user */
export async function runCommand(command: string, args: string[], context: CommandContext): Promise<void> {
  const { root, buildDir, print } = context;
  const parsedArguments = parseArguments(args);
  const deployment = await openDeployment(command, parsedArguments.host, context);
  const hostOption = parsedArguments.host === undefined ? '' : ` --host ${parsedArguments.host}`;
  const revision = parseInteger('revision', parsedArguments.revision);
  async function moveAndPrint(name: string, change: PointerMove): Promise<void> {
    print(`The registry is at revision ${await deployment.move(name, change, revision)}.`);
  }
  if (command === 'registry') {
    const [registry, moves] = await Promise.all([deployment.registry(), deployment.lastMoves(MAX_LISTED_CHANGES)]);
    for (const line of formatRegistry(registry, moves)) print(line);
  } else if (command === 'release') {
    const [name = ''] = requirePositionals(parsedArguments, 1);
    const version = await release({ root, buildDir, deployment, name, version: parsedArguments.version, print });
    print(`Published ${name} ${version}. To activate it: npm run activate -- ${name} ${version}${hostOption}`);
  } else if (command === 'activate') {
    const [name = '', version = ''] = requirePositionals(parsedArguments, 2);
    await moveAndPrint(name, { action: 'activate', version });
    print(`${name} ${version} is active.`);
  } else if (command === 'rollback') {
    const [name = ''] = requirePositionals(parsedArguments, 1);
    await moveAndPrint(name, { action: 'rollback' });
    print(`${name} ${(await deployment.registry()).remotes[name]?.active} is active again.`);
  } else if (command === 'canary' && !parsedArguments.off && parsedArguments.positionals.length === 1) {
    for (const line of formatComparison(await deployment.compare(parsedArguments.positionals[0] ?? ''))) print(line);
  } else if (command === 'canary') {
    const { name, canary } = parseCanary(parsedArguments);
    await moveAndPrint(name, { action: 'canary', canary });
    print(canary ? `${name} ${canary.version} is the canary.` : `${name} has no canary.`);
  } else {
    throw new ReleaseError(`Unknown command: ${command}.\n${USAGE}`);
  }
}
