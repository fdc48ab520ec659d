import { goOnWithoutReader } from '../cli/closed-pipe.mjs';
import { table } from '../bench/measure';
import type { Attempt, AttackClass, AttackContext, AttackServer, Result } from './frame/attempt';
import { attackClasses } from './classes';
import { MEMORY_LIMIT, watchMemory } from './frame/memory';
import { startAttacked } from './frame/server';

const say = (text: string) => process.stdout.write(`${text}\n`);
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(0)} MB`;
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Attacks a server of its own, class by class, each with a server as the one before has left it. */
async function main(): Promise<void> {
  const chosen = chosenClasses(process.argv.slice(2));
  let server = await startAttacked();
  const rows: string[][] = [];
  let fallen = 0;
  try {
    for (const each of chosen) {
      const { attempts, peak, isDown } = await attack(each, server);
      for (const { what, why } of attempts.filter(({ result }) => result === 'fell')) say(`  fell: ${what}: ${why ?? ''}`);
      for (const why of new Set(attempts.filter(({ result }) => result === 'skipped').map((attempt) => attempt.why ?? '')))
        say(`  skipped: ${why}`);
      const count = (result: Result) => attempts.filter((attempt) => attempt.result === result).length;
      fallen += count('fell');
      const [held, fell, skipped] = [count('held'), count('fell'), count('skipped')];
      rows.push([each.name, String(held + fell), String(held), String(fell), String(skipped), megabytes(peak)]);
      if (!isDown) continue;
      await server.stop().catch(() => undefined);
      server = await startAttacked();
    }
  } finally {
    await server.stop().catch((error: unknown) => say(reasonOf(error)));
  }
  say(`\n${table(['class', 'tried', 'held', 'fell', 'skipped', 'most memory'], rows)}`);
  process.exitCode = fallen > 0 ? 1 : 0;
}

/** Runs a class under the limit of memory. A server that grows past it is killed, and one that ends by itself has fallen. */
async function attack(each: AttackClass, server: AttackServer): Promise<{ attempts: Attempt[]; peak: number; isDown: boolean }> {
  say(each.name);
  const further: AttackServer[] = [];
  const attempts: Attempt[] = [];
  const watched = (whose: AttackServer) =>
    watchMemory(
      () => whose.pid,
      (bytes) => {
        attempts.push({ what: 'memory', result: 'fell', why: `${megabytes(bytes)}, more than ${megabytes(MEMORY_LIMIT)}` });
        process.kill(whose.pid, 'SIGKILL');
      },
    );
  const watches = [watched(server)];
  const startServer: AttackContext['startServer'] = async (environment, options) => {
    const another = await startAttacked(environment, options);
    further.push(another);
    watches.push(watched(another));
    return another;
  };
  try {
    attempts.push(...(await each.run({ ...server, startServer })));
  } catch (error) {
    attempts.push({ what: 'the class itself', result: 'fell', why: reasonOf(error) });
  }
  for (const watch of watches) watch.stop();
  for (const another of further) await another.stop().catch(() => undefined);
  const isDown = !isAlive(server.pid);
  if (isDown && !attempts.some(({ what }) => what === 'memory'))
    attempts.push({ what: 'the server', result: 'fell', why: 'it has ended' });
  return { attempts, peak: Math.max(...watches.map((watch) => watch.peak())), isDown };
}

function chosenClasses(names: readonly string[]): readonly AttackClass[] {
  const unknown = names.filter((name) => !attackClasses.some((each) => each.name === name));
  if (unknown.length > 0)
    throw new Error(`No such class: ${unknown.join(', ')}. There are: ${attackClasses.map(({ name }) => name).join(', ')}.`);
  return names.length > 0 ? attackClasses.filter(({ name }) => names.includes(name)) : attackClasses;
}

/** A killed process stays in /proc as a zombie until its parent has looked; fork's parent does at once. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

goOnWithoutReader();
main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(reasonOf(error));
    process.exit(1);
  },
);
