import { ignoreClosedOutput } from '../../../server/src/operations/cli/closed-pipe.mjs';
import { formatTable } from '../support/measure';
import type { Attempt, AttackClass, AttackContext, AttackServer, Result } from './harness/attack-class';
import { attackClasses } from './classes';
import { MEMORY_LIMIT, watchMemory } from './harness/memory-watch';
import { startAttackedServer } from './harness/attack-server';

const print = (text: string) => process.stdout.write(`${text}\n`);
const formatMegabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(0)} MB`;
const getReason = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Runs all classes against one server, which is only replaced if an attack ends it. */
async function main(): Promise<void> {
  const selected = selectClasses(process.argv.slice(2));
  let server = await startAttackedServer();
  const rows: string[][] = [];
  let failures = 0;
  try {
    for (const item of selected) {
      const { attempts, peak, isDown } = await attack(item, server);
      for (const { name, reason } of attempts.filter(({ result }) => result === 'failed'))
        print(`  failed: ${name}: ${reason ?? ''}`);
      for (const reason of new Set(attempts.filter(({ result }) => result === 'skipped').map((attempt) => attempt.reason ?? '')))
        print(`  skipped: ${reason}`);
      const count = (result: Result) => attempts.filter((attempt) => attempt.result === result).length;
      failures += count('failed');
      const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped')];
      rows.push([item.name, String(passed + failed), String(passed), String(failed), String(skipped), formatMegabytes(peak)]);
      if (!isDown) continue;
      await server.stop().catch(() => undefined);
      server = await startAttackedServer();
    }
  } finally {
    await server.stop().catch((error: unknown) => print(getReason(error)));
  }
  print(`\n${formatTable(['class', 'attempts', 'passed', 'failed', 'skipped', 'peak memory'], rows)}`);
  process.exitCode = failures > 0 ? 1 : 0;
}

/** Runs a class with a memory limit. A server above the limit is killed. A server that exits counts as a failure. */
async function attack(item: AttackClass, server: AttackServer): Promise<{ attempts: Attempt[]; peak: number; isDown: boolean }> {
  print(item.name);
  const extraServers: AttackServer[] = [];
  const attempts: Attempt[] = [];
  const watchServer = (watched: AttackServer) =>
    watchMemory(
      () => watched.pid,
      (bytes) => {
        attempts.push({
          name: 'memory',
          result: 'failed',
          reason: `${formatMegabytes(bytes)}, more than ${formatMegabytes(MEMORY_LIMIT)}`,
        });
        process.kill(watched.pid, 'SIGKILL');
      },
    );
  const watches = [watchServer(server)];
  const startServer: AttackContext['startServer'] = async (environment, options) => {
    const extra = await startAttackedServer(environment, options);
    extraServers.push(extra);
    watches.push(watchServer(extra));
    return extra;
  };
  try {
    attempts.push(...(await item.run({ ...server, startServer })));
  } catch (error) {
    attempts.push({ name: 'the class itself', result: 'failed', reason: getReason(error) });
  }
  for (const watch of watches) watch.stop();
  for (const extra of extraServers) await extra.stop().catch(() => undefined);
  const isDown = !isAlive(server.pid);
  if (isDown && !attempts.some(({ name }) => name === 'memory'))
    attempts.push({ name: 'the server', result: 'failed', reason: 'it has ended' });
  return { attempts, peak: Math.max(...watches.map((watch) => watch.peak())), isDown };
}

function selectClasses(names: readonly string[]): readonly AttackClass[] {
  const unknown = names.filter((name) => !attackClasses.some((item) => item.name === name));
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
