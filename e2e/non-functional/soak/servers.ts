import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createDatabaseIfAbsent } from '../../../server/src/platform/database/connection';
import { startDatabase } from '../../../server/src/platform/database/supervisor';
import { findWriteDifferences } from '../../../server/src/testing/servers/check-acknowledged';
import { findLogDifferences } from '../../../server/src/testing/servers/replay-log';
import { startFleet, TEST_USER } from '../../../server/src/testing/servers/fleet';
import { bundleServer } from '../../../server/src/testing/servers/server-process';
import { Traffic } from '../../../server/src/testing/servers/traffic';
import { print } from '../support/output';

/**
 * `npm run soak -- servers`: runs servers with one database and bucket behind a proxy under load for minutes. Servers are killed
 * with SIGKILL one after the other and replaced. Reports lost and repeated writes, and rows that differ from the replayed change
 * log. Any of these findings sets the exit code.
 *
 * With `--upgrade-from FOLDER`, the first servers run an older release: FOLDER is a checkout with a built server (`node
 * server/build.mjs`). Servers of the current release replace them one after the other, while both releases use the database.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '5' },
      servers: { type: 'string', default: '2' },
      'seconds-between-kills': { type: 'string', default: '15' },
      'upgrade-from': { type: 'string' },
    },
  });
  const folder = await mkdtemp(join(tmpdir(), 'console-soak-'));
  const database = await startDatabase({ dataDir: folder });
  await createDatabaseIfAbsent(database.options('postgres'), 'soak');
  bundleServer();
  const fleet = await startFleet(database.options('soak'));
  try {
    const previousRelease = values['upgrade-from'];
    const previousProgram = previousRelease === undefined ? undefined : resolve(previousRelease, 'server/dist/main.mjs');
    const servers = await Promise.all(Array.from({ length: Number(values.servers) }, () => fleet.start({}, previousProgram)));
    await fleet.createTestWorkspace();
    const traffic = new Traffic(fleet.origin, TEST_USER);
    await traffic.start();
    const endTime = Date.now() + Number(values.minutes) * 60_000;
    let killCount = 0;
    while (Date.now() < endTime && !traffic.isStopped) {
      await delay(Number(values['seconds-between-kills']) * 1000);
      const isUpgrading = previousProgram !== undefined && killCount < Number(values.servers);
      const victim = servers.shift();
      // In an upgrade, the next server starts before the previous server stops, so that both releases are running.
      if (isUpgrading) servers.push(await fleet.start());
      if (victim) await (isUpgrading ? fleet.stop(victim) : fleet.kill(victim));
      killCount += 1;
      if (!isUpgrading) servers.push(await fleet.start());
      const { images, objects, works: workIds, models, signIns } = traffic.acknowledged;
      print(
        `${killCount} replaced servers; ${images.length} images, ${objects.length} boxes, ${workIds.size} long operations, ${models.length} trainings, ${signIns} sign-ins`,
      );
      const { ms, call, lastFailure } = traffic.longest;
      if (ms > 0) print(`  longest wait: ${(ms / 1000).toFixed(1)} s for ${call}, which returned ${lastFailure} until then`);
    }
    const acknowledgedWrites = await traffic.stop().catch((error: unknown) => {
      for (const server of servers) print(server.output());
      throw error;
    });
    const losses = await findWriteDifferences(fleet, await traffic.signIn(), acknowledgedWrites);
    for (const line of losses.lost) print(`LOST ${line}`);
    for (const line of losses.doneTwice) print(`DUPLICATED ${line}`);
    print(`${losses.lost.length} lost, ${losses.doneTwice.length} duplicated, after ${killCount} replaced servers`);
    const differences = await findLogDifferences(fleet.db);
    for (const line of differences) print(`CHANGE LOG ${line}`);
    print(`${differences.length} differences between the change log and the rows`);
    process.exitCode = losses.lost.length + losses.doneTwice.length + differences.length === 0 ? 0 : 1;
  } finally {
    await fleet.close();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
