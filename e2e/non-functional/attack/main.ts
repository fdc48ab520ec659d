import { ignoreClosedOutput } from '../../../server/src/operations/cli/closed-pipe.mjs';
import { formatTable } from '../support/measure';
import type { Attempt, AttackClass, AttackContext, AttackServer, Result } from './harness/attack-class';
import { attackClasses } from './classes';
import { MEMORY_LIMIT, watchMemory } from './harness/memory-watch';
import { startAttackedServer } from './harness/attack-server';
import { print } from '../support/output';

const formatMegabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(0)} MB`;
const getReason = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Runs all attack classes (groups of similar attacks) against one server. Starts a new server only if an attack stops the server.
 */
async function main(): Promise<void> {
  const selectedClasses = selectClasses(process.argv.slice(2));
  let server = await startAttackedServer();
  const rows: string[][] = [];
  let failures = 0;
  try {
    for (const selectedClass of selectedClasses) {
      const { attempts, peak, hasServerStopped } = await runClass(selectedClass, server);
      for (const { description, reason } of attempts.filter(({ result }) => result === 'failed'))
        print(`  failed: ${description}: ${reason ?? ''}`);
      for (const reason of new Set(attempts.filter(({ result }) => result === 'skipped').map((attempt) => attempt.reason ?? '')))
        print(`  skipped: ${reason}`);
      const countResults = (result: Result) => attempts.filter((attempt) => attempt.result === result).length;
      failures += countResults('failed');
      const [resisted, failed, skipped] = [countResults('resisted'), countResults('failed'), countResults('skipped')];
      rows.push([
        selectedClass.name,
        String(resisted + failed),
        String(resisted),
        String(failed),
        String(skipped),
        formatMegabytes(peak),
      ]);
      if (!hasServerStopped) continue;
      await server.stop().catch(() => undefined);
      server = await startAttackedServer();
    }
  } finally {
    await server.stop().catch((error: unknown) => print(getReason(error)));
  }
  print(`\n${formatTable(['class', 'tried', 'resisted', 'failed', 'skipped', 'peak memory'], rows)}`);
  process.exitCode = failures > 0 ? 1 : 0;
}

/**
 * Runs the attacks of a class with a memory limit. A server above the limit is killed. A server that exits counts as a failure.
 */
async function runClass(
  attackClass: AttackClass,
  server: AttackServer,
): Promise<{ attempts: Attempt[]; peak: number; hasServerStopped: boolean }> {
  print(attackClass.name);
  const additionalServers: AttackServer[] = [];
  const attempts: Attempt[] = [];
  const watchServer = (watchedServer: AttackServer) =>
    watchMemory(
      () => watchedServer.pid,
      (bytes) => {
        attempts.push({
          description: 'memory',
          result: 'failed',
          reason: `${formatMegabytes(bytes)}, more than ${formatMegabytes(MEMORY_LIMIT)}`,
        });
        process.kill(watchedServer.pid, 'SIGKILL');
      },
    );
  const watches = [watchServer(server)];
  const startServer: AttackContext['startServer'] = async (environment, options) => {
    const additionalServer = await startAttackedServer(environment, options);
    additionalServers.push(additionalServer);
    watches.push(watchServer(additionalServer));
    return additionalServer;
  };
  try {
    attempts.push(...(await attackClass.run({ ...server, startServer })));
  } catch (error) {
    attempts.push({ description: 'the class itself', result: 'failed', reason: getReason(error) });
  }
  for (const watch of watches) watch.stop();
  for (const server of additionalServers) await server.stop().catch(() => undefined);
  const hasServerStopped = !isAlive(server.pid);
  if (hasServerStopped && !attempts.some(({ description }) => description === 'memory'))
    attempts.push({ description: 'the server', result: 'failed', reason: 'the process has exited' });
  return { attempts, peak: Math.max(...watches.map((watch) => watch.peak())), hasServerStopped };
}

function selectClasses(names: readonly string[]): readonly AttackClass[] {
  const unknown = names.filter((name) => !attackClasses.some((attackClass) => attackClass.name === name));
  if (unknown.length > 0)
    throw new Error(`Unknown class: ${unknown.join(', ')}. Available: ${attackClasses.map(({ name }) => name).join(', ')}.`);
  return names.length > 0 ? attackClasses.filter(({ name }) => names.includes(name)) : attackClasses;
}

/** Whether the process exists. Zombies do not occur, because Node reaps its children at once. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

ignoreClosedOutput();
main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(getReason(error));
    process.exit(1);
  },
);
