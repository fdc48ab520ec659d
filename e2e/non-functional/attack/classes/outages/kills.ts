import { setTimeout as delay } from 'node:timers/promises';
import { TestClient } from '../../../../../server/src/testing/api/client';
import { createImageBase64 } from '../../../../../server/src/testing/api/fixtures';
import { createAttempt, type AttackClass, type Attempt } from '../../harness/attack-class';

const KILL_COUNT = 10;
const WRITER_COUNT = 4;
/** Time between the start of the writers and the kill, so that some writes of each kind are running. */
const HEAD_START_MS = 300;

/** Kills the server ten times during writes. After each restart, every acknowledged row must exist completely and once. */
export const kills: AttackClass = {
  name: 'kills',
  run: async ({ startServer }) => {
    const server = await startServer({ LOG_LEVEL: 'fatal' });
    const { client } = await server.createTenant();
    const attempts: Attempt[] = [];
    for (let killIndex = 0; killIndex < KILL_COUNT; killIndex += 1) {
      const clientBefore = new TestClient(server.origin, client.authorization);
      const writes: { name: string; key: string; path: string; body: Record<string, unknown>; id?: string }[] = [];
      const writers = Array.from({ length: WRITER_COUNT }, async (_, writer) => {
        for (let requestNumber = 0; ; requestNumber += 1) {
          const name = `kill ${killIndex} writer ${writer} number ${requestNumber}`;
          const write =
            writer === 0
              ? {
                  name,
                  key: name,
                  path: '/recognition/v2/training-image/',
                  body: { base64: await createImageBase64(), noresize: true },
                }
              : { name, key: name, path: '/recognition/v2/label/', body: { name } };
          writes.push(write);
          const response = await clientBefore
            .post(write.path, write.body, { headers: { 'idempotency-key': write.key } })
            .catch(() => null);
          if (!response) return;
          if (response.status === 201) Object.assign(write, { id: (response.body as { id: string }).id });
        }
      });
      await delay(HEAD_START_MS);
      await server.killAndStart();
      await Promise.all(writers);
      const clientAfter = new TestClient(server.origin, client.authorization);
      // Send each write again, as a browser does if it received no response.
      for (const { name, key, path, body, id } of writes) {
        const { status, headers, text, body: row } = await clientAfter.post(path, body, { headers: { 'idempotency-key': key } });
        const isSameRow = id === undefined || ((row as { id?: string }).id === id && headers['idempotency-replayed'] === 'true');
        attempts.push(createAttempt(`${name} sent again`, status === 201 && isSameRow, `${status} ${text.slice(0, 200)}`));
        if (status !== 201) continue;
        const createdRow = row as { id: string; img_path?: string };
        const foundResponse = await clientAfter.get(`${path}${createdRow.id}`);
        attempts.push(createAttempt(`${name} exists`, foundResponse.status === 200, String(foundResponse.status)));
        if (!createdRow.img_path) continue;
        const file = await clientAfter.get(
          new URL((foundResponse.body as { img_path: string }).img_path).pathname.replace('/api', ''),
        );
        attempts.push(createAttempt(`${name} has its file`, file.status === 200 && file.bytes.length > 0, String(file.status)));
      }
      const { count } = (await clientAfter.get('/recognition/v2/label/', { search: `kill ${killIndex} ` })).body as {
        count: number;
      };
      const labels = writes.filter(({ path }) => path.includes('/label/')).length;
      attempts.push(createAttempt(`labels of kill ${killIndex} exist once`, count === labels, `${count} instead of ${labels}`));
    }
    return attempts;
  },
};
