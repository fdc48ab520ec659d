import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { messages } from '../../../../../server/src/platform/errors/messages';
import type { TestResponse, TestClient } from '../../../../../server/src/testing/api/client';
import { waitUntil } from '../../../../../server/src/testing/wait/wait-until';
import { createImageBase64 } from '../../../../../server/src/testing/api/fixtures';
import { createAttempt, type AttackClass, type Attempt, type AttackServer } from '../../harness/attack-class';

const DISK_SIZE = '400m';
const WRITER_COUNT = 8;
const LABEL_WRITER = 1;
const MAX_FULL_MS = 20_000;
const MAX_WAIT_MS = 60_000;

/** Fills the server's disk under load until PostgreSQL cannot write its log, then frees the disk space. */
export const diskFull: AttackClass = {
  name: 'disk-full',
  run: async ({ startServer }) => {
    const disk = await mkdtemp(join(tmpdir(), 'console-disk-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE},mode=755`, 'tmpfs', disk], { stdio: 'ignore' });
    } catch {
      await rmdir(disk);
      return [{ description: 'disk full', result: 'skipped', reason: 'a small disk cannot be mounted on this machine' }];
    }
    try {
      const server = await startServer({ LOG_LEVEL: 'fatal' }, { parentFolder: disk });
      const attempts = await fillDisk(server, disk);
      await server.stop();
      return attempts;
    } finally {
      // Unmount lazily, so that a process that is still using the disk cannot block the attack.
      execFileSync('umount', ['-l', disk]);
      await rmdir(disk);
    }
  },
};

async function fillDisk(server: AttackServer, disk: string): Promise<Attempt[]> {
  const { client } = await server.createTenant();
  const attempts: Attempt[] = [];
  const acknowledgedNames: string[] = [];
  for (let labelNumber = 0; labelNumber < 20; labelNumber += 1) {
    const name = `before number ${labelNumber}`;
    if (isExpected((await writeRow(client, LABEL_WRITER, name))[1])) acknowledgedNames.push(name);
  }
  const ballastFile = join(disk, 'ballast');
  const { bavail, bsize } = statfsSync(disk);
  const reservedBytes = Buffer.alloc(1_000_000);
  const ballastBytes = Buffer.alloc(bavail * bsize - reservedBytes.length);
  writeFileSync(ballastFile, ballastBytes);
  let isFull = true;
  const deadline = Date.now() + MAX_FULL_MS;
  const writers = Array.from({ length: WRITER_COUNT }, async (_, writer) => {
    for (let requestNumber = 0; isFull && Date.now() < deadline; requestNumber += 1) {
      const name = `writer ${writer} number ${requestNumber}`;
      const [rowKind, response] = await writeRow(client, writer, name);
      if (response.status === 201 && rowKind === 'a label') acknowledgedNames.push(name);
      attempts.push(
        createAttempt(`${rowKind} on a full disk`, isExpected(response), `${response.status} ${response.text.slice(0, 200)}`),
      );
      if (response.status !== 201) await delay(50);
    }
  });
  await fillLog(server);
  await Promise.all(writers);
  const count = attempts.length;
  isFull = false;
  rmSync(ballastFile);
  const hasRecovered = await waitUntil(async () => {
    const { status } = await client
      .post('/recognition/v2/label/', { name: 'disk space is available' })
      .catch(() => ({ status: 0 }));
    return status === 201;
  }, MAX_WAIT_MS).then(
    () => true,
    () => false,
  );
  attempts.push(
    createAttempt(`recovers without a restart after ${count} writes on a full disk`, hasRecovered, 'no recovery within a minute'),
  );
  const rows = await server.db.selectFrom('recognition_label').select('name').where('name', 'in', acknowledgedNames).execute();
  const lostCount = acknowledgedNames.length - new Set(rows.map((row) => row.name)).size;
  attempts.push(
    createAttempt('acknowledged rows exist', lostCount === 0, `${lostCount} of ${acknowledgedNames.length} are missing`),
  );
  return attempts;
}

/** Fills the disk with write-ahead log segments of PostgreSQL, as heavy load would. */
async function fillLog({ db }: AttackServer): Promise<void> {
  for (let segment = 0; segment < 200; segment += 1) {
    const isWritten = await sql`select pg_logical_emit_message(true, 'attack', 'x'), pg_switch_wal()`.execute(db).then(
      () => true,
      () => false,
    );
    if (!isWritten) return;
  }
}

/** Uploads an image, which needs file space, or creates a row, which needs log space. */
async function writeRow(client: TestClient, writer: number, name: string): Promise<[string, TestResponse]> {
  if (writer === 0) {
    const base64 = await createImageBase64();
    return ['an image', await client.post('/recognition/v2/training-image/', { base64, noresize: true })];
  }
  if (writer === LABEL_WRITER) return ['a label', await client.post('/recognition/v2/label/', { name })];
  const description = randomBytes(5_000).toString('hex');
  return ['a job', await client.post('/annotate/v2/imagejob/', { name, description }, { headers: { 'idempotency-key': name } })];
}

/** Whether the write succeeded or was refused with the out-of-space message and Retry-After. */
function isExpected({ status, body, headers }: TestResponse): boolean {
  if (status === 201) return true;
  const detail = typeof body === 'object' && body !== null && 'detail' in body ? body.detail : null;
  return status === 503 && detail === messages.outOfSpace && headers['retry-after'] !== undefined;
}
