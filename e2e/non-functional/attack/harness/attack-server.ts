import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUser } from '../../../../server/src/domain/account/users';
import { addMember, ALL_SERVICES, createWorkspace } from '../../../../server/src/domain/account/workspaces';
import { startApi, type ServerProcess } from '../../support/server-process';
import { connect } from '../../../../server/src/platform/database/connection';
import { findRunningDatabase } from '../../../../server/src/platform/database/supervisor';
import { createDiskStore } from '../../../../server/src/platform/files/disk-store';
import { expectBody, TestClient } from '../../../../server/src/testing/api/client';
import { createSampleRows } from '../../../../server/src/testing/samples/sample-rows';
import type { AttackServer, EmptyTenant, ServerOptions, Tenant } from './attack-class';

/** Starts a server on a free loopback port with a temporary data folder. */
export async function startAttackedServer(
  environment: Record<string, string> = {},
  { parentFolder = tmpdir(), console = false }: ServerOptions = {},
): Promise<AttackServer> {
  const dataDir = await mkdtemp(join(parentFolder, 'console-attack-'));
  const removeData = () => rm(dataDir, { recursive: true, force: true });
  // Turn off the models, because the sample rows include trainings without images, which would fail. Sessions must last as long as
  // the slowest attack.
  const settings = { BUILT_IN_MODELS: 'off', ACCESS_TTL_SECONDS: '86400', ...environment };
  const startServer = () => startApi(dataDir, { environment: settings, console });
  let api: ServerProcess = await startServer().catch(async (error: unknown) => {
    await removeData();
    throw error;
  });
  const openDatabase = () => connect(findRunningDatabase(dataDir, 'console'), { max: 2 });
  let db = openDatabase();
  const files = createDiskStore(join(dataDir, 'files'));
  const createEmptyTenant = async (): Promise<EmptyTenant> => {
    const [email, password] = [`${randomBytes(6).toString('hex')}@attack.example`, randomBytes(12).toString('hex')];
    const user = await createUser(db, { email, password });
    const workspaceId = await createWorkspace(db, { name: email, services: ALL_SERVICES, ownerId: user.id });
    await addMember(db, workspaceId, user.id);
    const login = await new TestClient(api.origin, null).post('/account/v2/login/', { email, password });
    const { access } = expectBody<{ access: string }>(login);
    const client = new TestClient(api.origin, `Bearer ${access}`);
    return { email, password, userId: user.id, workspaceId, client };
  };
  const createTenant = async (): Promise<Tenant> => {
    const tenant = await createEmptyTenant();
    return { ...tenant, sampleRows: await createSampleRows({ deps: { db, files } }, tenant.client) };
  };
  return {
    get origin() {
      return api.origin;
    },
    get pid() {
      return api.pid;
    },
    dataDir,
    get db() {
      return db;
    },
    createEmptyTenant,
    createTenant,
    killAndStart: async () => {
      await api.kill();
      await db.destroy();
      api = await startServer();
      db = openDatabase();
    },
    stop: async () => {
      await db.destroy();
      await api.stop();
      await removeData();
    },
  };
}
