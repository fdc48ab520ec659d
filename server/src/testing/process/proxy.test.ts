import { randomBytes, randomUUID } from 'node:crypto';
import { createDatabaseIfAbsent, withClient } from '../../platform/database/connection';
import { closeStreams, openStream } from '../api/open-stream';
import { findFreePort } from '../database/free-port';
import { getDatabaseOptions } from '../database/test-database';
import { startFleet, TEST_USER, type Fleet } from '../servers/fleet';
import { isNginxInstalled, startNginx } from '../servers/nginx';
import { bundleServer, stopLeftovers } from '../servers/server-process';
import { Traffic } from '../servers/traffic';
import { waitUntil } from '../wait/wait-until';

jest.setTimeout(180_000);

const isInstalled = isNginxInstalled();
if (!isInstalled) console.warn('SKIPPED: the tests of docs/examples/nginx.conf. nginx is not installed.');

(isInstalled ? describe : describe.skip)('two servers behind docs/examples/nginx.conf', () => {
  const databaseName = `proxy_${randomBytes(6).toString('hex')}`;
  let fleet: Fleet;
  let proxy: Awaited<ReturnType<typeof startNginx>>;
  let ports: [number, number];
  beforeAll(async () => {
    bundleServer();
    await createDatabaseIfAbsent(getDatabaseOptions('postgres'), databaseName);
    fleet = await startFleet(getDatabaseOptions(databaseName));
    ports = [await findFreePort(), await findFreePort()];
    proxy = await startNginx(ports);
  });
  afterAll(async () => {
    await proxy?.close();
    await fleet?.close();
    await stopLeftovers();
    await withClient(getDatabaseOptions('postgres'), (client) => client.query(`drop database ${databaseName} with (force)`));
  });

  const startServer = async (port: number) => fleet.start({ PORT: String(port), DRAIN_SECONDS: '1' });

  it('hide restarts and kills from their users and execute each write once', async () => {
    const [firstServer, secondServer] = await Promise.all([startServer(ports[0]), startServer(ports[1])]);
    await fleet.createTestWorkspace();
    const client = await new Traffic(proxy.origin, TEST_USER).signIn();
    const failures: string[] = [];
    const createdIds: string[] = [];
    let isStopped = false;
    const createLabel = async (headers: Record<string, string>) => {
      const name = randomUUID();
      const response = await client.post('/recognition/v2/label/', { name }, { headers });
      if (response.status === 201) createdIds.push(name);
      return response;
    };
    // Writes without an idempotency key are not sent: the proxy cannot repeat such a write if its connection is closed at that moment.
    const actions = [
      async () => client.get('/recognition/v2/label/'),
      async () => createLabel({ 'idempotency-key': randomUUID() }),
      async () => client.get('/account/v2/details'),
    ];
    const users = actions.map(async (sendRequest, user) => {
      while (!isStopped) {
        const { status, text } = await sendRequest();
        if (status >= 300) failures.push(`user ${user}: ${status} ${text}`);
      }
    });
    const waitForTraffic = async () => {
      const targetCount = createdIds.length + 30;
      await waitUntil(() => createdIds.length >= targetCount || failures.length > 0);
    };

    await waitForTraffic();
    // Replace one server after the other, as in a rolling restart.
    await fleet.stop(firstServer);
    const [restartedServer] = await Promise.all([startServer(ports[0]), waitForTraffic()]);
    await fleet.stop(secondServer);
    await Promise.all([startServer(ports[1]), waitForTraffic()]);
    await waitForTraffic();
    await fleet.kill(restartedServer);
    await Promise.all([startServer(ports[0]), waitForTraffic()]);
    await waitForTraffic();
    isStopped = true;
    await Promise.all(users);

    expect(failures).toEqual([]);
    const { rows } = await withClient(getDatabaseOptions(databaseName), (db) =>
      db.query<{ name: string }>('select name from recognition_label order by name'),
    );
    expect(rows.map(({ name }) => name)).toEqual([...createdIds].sort());
  });

  it('pass the messages of a live stream on without buffering', async () => {
    const client = await new Traffic(proxy.origin, TEST_USER).signIn();
    const stream = await openStream(proxy, client);
    await client.post('/detection/v2/label/', { name: randomUUID() }, { headers: { 'idempotency-key': randomUUID() } });
    expect((await stream.waitFor('change')).changes).toEqual([{ topic: 'detection-labels' }]);
    closeStreams();
  });
});
