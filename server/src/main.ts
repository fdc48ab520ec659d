import { readConfig, type Config } from './platform/config';
import { getWarnings } from './platform/config/names';
import { openReleasesForServer, type ReleaseStore } from './operations/releases';
import { DEMO_ACCOUNTS } from './domain/account/demo-accounts';
import { ignoreClosedOutput } from './operations/cli/closed-pipe.mjs';
import { seedDemo } from './operations/first-start';
import { loadTracer } from './platform/tracing/load-tracer';
import { getTracer, setTracer } from './platform/tracing/tracer';
import { startServer, type RunningServer } from './start';

const print = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Exit code if the database belongs to a newer release. docs/operating.md documents it, so that a process supervisor does not restart a
 * release that cannot start.
 */
const NEWER_DATABASE_EXIT_CODE = 3;

/** The modules that serve the console are loaded while the database starts. */
const loadConsoleSite = () => import('./operations/console-site');

/** The server process: starts everything, prints its URL, and stops cleanly on a signal. */
async function main(): Promise<void> {
  const config = readConfig(process.env, process.argv.slice(2));
  for (const warning of getWarnings(config)) console.error(`Warning: ${warning}`);
  if (config.traces) setTracer(loadTracer(config.traces));
  const stopServer = createStopFunction(config.drainMs);
  const releases = config.apiOnly ? null : await openReleasesForServer(config.releases, config.buildDir, print);
  const createSite = async (store: ReleaseStore) =>
    (await loadConsoleSite()).createConsoleSite({
      buildDir: config.buildDir,
      config: toRuntimeConfig(config),
      releases: store,
      releasesUrl: config.releasesUrl ?? '',
      deployToken: config.deployToken ?? undefined,
    });
  // Handle a signal only after the start: a database that is interrupted while it starts would need recovery.
  const startedServer = startServer(config, {
    onFatal: (reason) => void stopServer(1, reason),
    onProgress: print,
    seed: seedDemo,
    ...(releases ? { createSite: () => createSite(releases) } : {}),
  });
  stopServer.when(startedServer);
  const server = await startedServer;
  for (const line of formatGreeting(config, server)) print(line);
}

/** Returns a function that stops the server once, however often it is called, and calls it on signals. */
function createStopFunction(drainMs: number) {
  let startedServer: Promise<RunningServer> | null = null;
  let isStopping = false;
  const stopServer = async (code: number, reason?: string, signal?: NodeJS.Signals) => {
    if (isStopping) return;
    isStopping = true;
    if (reason) console.error(reason);
    const server = await startedServer?.catch(() => null);
    // Only a process supervisor sends SIGTERM. A user who presses Ctrl+C does not want to wait.
    await server?.stop(signal === 'SIGTERM' ? drainMs : 0).catch((error: unknown) => console.error(error));
    await getTracer()?.stop();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stopServer(0, undefined, signal));
  return Object.assign(stopServer, {
    when: (server: Promise<RunningServer>) => {
      startedServer = server;
    },
  });
}

function toRuntimeConfig(config: Config) {
  return {
    apiBase: '/api',
    docsUrl: config.docsUrl ?? '/docs',
    providerUrl: config.providerUrl ?? '',
    environment: config.environment === 'production' ? ('production' as const) : ('development' as const),
    overridesAllowed: config.allowOverrides,
    sendsMail: config.mail !== null,
    ...(config.oidc && { identityProvider: { name: config.oidc.name } }),
    passwordSignIn: config.passwordSignIn,
  };
}

function formatGreeting(config: Config, { port, hasDemo, hasUsers }: RunningServer): string[] {
  const host = config.hosts.includes('127.0.0.1') ? 'localhost' : (config.hosts[0] ?? 'localhost');
  const origin = config.publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const lines = ['', config.apiOnly ? `The API is at ${origin}/api` : `The console is at ${origin}`];
  if (hasDemo)
    lines.push(
      'Sign in with:',
      ...DEMO_ACCOUNTS.map(({ email, password, description }) => `  ${email} / ${password}  (${description})`),
    );
  if (!hasUsers) lines.push(...formatFirstUserHint());
  return [...lines, 'Press Ctrl-C to stop.'];
}

/**
 * Lists the commands that create the first user. They need the same settings as this process, whose environment may be the only place that
 * has them.
 */
function formatFirstUserHint(): string[] {
  const variables = ['DATA_DIR', 'DATABASE_URL'].filter((name) => process.env[name]);
  const admin = 'npm run admin --';
  return [
    'There are no users yet. To create one, run in another terminal:',
    `  ${admin} create-user you@example.com`,
    `  ${admin} create-workspace "My workspace" --owner you@example.com`,
    ...(variables.length > 0 ? [`Set the same ${variables.join(' and ')} for these commands.`] : []),
  ];
}

/** Runs the program. Loading the bundle alone starts nothing, so that the build can create its code cache. */
export function run(): void {
  ignoreClosedOutput();
  main().catch((error: unknown) => {
    const name = error instanceof Error ? error.name : '';
    const isForOperator = ['ConfigError', 'FolderInUseError', 'NewerDatabaseError'].includes(name);
    console.error(isForOperator ? (error as Error).message : error);
    process.exit(name === 'NewerDatabaseError' ? NEWER_DATABASE_EXIT_CODE : 1);
  });
}

/** Runs the part of the start that needs no database, so that the build can write the compiled functions to the code cache. */
export async function rehearse(): Promise<void> {
  const [{ rehearseStart }] = await Promise.all([import('./serve'), loadConsoleSite()]);
  await rehearseStart(readConfig({}, []));
}
