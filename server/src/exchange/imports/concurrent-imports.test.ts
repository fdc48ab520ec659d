import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectBody } from '../../testing/api/client';
import { waitUntil } from '../../testing/wait/wait-until';
import { ImportDriver, createZip } from '../../testing/api/import-driver';
import { createTestServer } from '../../testing/api/test-server';
import { startWorker } from '../../platform/queue/worker';
import { createReadImportKind } from './plan/plan-import';

it("plans an import while another workspace's archive is parsed", async () => {
  const builtReader = process.env.CONSOLE_READER!;
  const folder = await mkdtemp(join(tmpdir(), 'concurrent-imports-'));
  // A program that behaves like the built reader, except that it never finishes one archive.
  process.env.CONSOLE_READER = join(folder, 'reader.cjs');
  await writeFile(
    process.env.CONSOLE_READER,
    `const { emit } = process;
    const isSlow = (message) => message?.request?.sentFiles.some(({ path }) => path === 'slow.zip');
    process.emit = (name, message, ...rest) => (name === 'message' && isSlow(message)) || emit.call(process, name, message, ...rest);
    require(${JSON.stringify(builtReader)});\n`,
  );
  const server = await createTestServer();
  const worker = await startWorker({
    db: server.db,
    config: server.connection,
    tasks: [],
    onError: () => undefined,
    kinds: [createReadImportKind(server.app.deps)],
  });
  try {
    const startPlanning = async (name: string) => {
      const { client } = await server.createTenant();
      const driver = new ImportDriver(server, client);
      const id = await driver.createImport({ [name]: await createZip({ 'a.csv': 'filename,label\na.png,Ripe\n' }) });
      expectBody(await client.post(`/recognition/v2/import/${id}/plan`), 202);
      return { client, id, read: () => driver.readImport(id) };
    };
    const slowImport = await startPlanning('slow.zip');
    await waitUntil(async () => (await slowImport.read()).work?.status === 'running');
    const quickImport = await startPlanning('quick.zip');
    await waitUntil(async () => (await quickImport.read()).state === 'planned');
    expect((await slowImport.read()).state).toBe('reading');
    expectBody(await slowImport.client.post(`/recognition/v2/import/${slowImport.id}/cancel`));
    await waitUntil(async () => (await slowImport.read()).state === 'cancelled');
  } finally {
    await worker.stop(60_000);
    await server.close();
    await rm(folder, { recursive: true, force: true });
    process.env.CONSOLE_READER = builtReader;
  }
}, 120_000);
