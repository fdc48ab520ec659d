import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig, SETTING_NAMES } from '.';
import { getWarnings } from './names';

const Service = z.object({
  image: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  command: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).default([]),
  volumes: z.array(z.string()).default([]),
});
const Compose = z.object({
  services: z.record(z.string(), Service),
  configs: z.object({ proxy: z.object({ file: z.string() }) }),
  volumes: z.record(z.string(), z.null()),
});

const SECRETS: Record<string, string> = {
  PUBLIC_URL: 'https://console.example',
  DATABASE_PASSWORD: 'database-password',
  STORE_PASSWORD: 'store-password',
  JWT_SECRET: '0123456789abcdefghijklmnopqrstuvwxyz',
};
const DOCS_DIR = join(__dirname, '../../../../docs');
const text = readFileSync(join(DOCS_DIR, 'compose.yaml'), 'utf8')
  // Emulate Compose: substitute required variables, and replace $$ with one dollar.
  .replaceAll(/(?<!\$)\$\{(\w+):\?[^}]*\}/g, (_, name: string) => SECRETS[name] ?? `unknown variable ${name}`)
  .replaceAll('$$', '$');
const { services, configs, volumes } = Compose.parse(parse(text, { merge: true }));
const proxyConfig = readFileSync(join(DOCS_DIR, configs.proxy.file), 'utf8');
const servers = Object.entries(services).filter(([, { command }]) => command.includes('server/dist/main.mjs'));
const getService = (name: string) => Service.parse(services[name]);

// The tests cannot start containers, so they only check the file itself.
describe('docs/compose.yaml', () => {
  it('has two servers with valid settings', () => {
    expect(servers.map(([name]) => name)).toEqual(['server-1', 'server-2']);
    for (const [, { environment }] of servers) {
      expect(Object.keys(environment).filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
      const config = readConfig(environment);
      expect(getWarnings(config)).toEqual([]);
      expect(config).toMatchObject({ port: 8080, hosts: ['0.0.0.0'], demo: false, databasePool: 20 });
      expect(config.s3).toMatchObject({ bucket: 'pictures', secretAccessKey: 'store-password' });
      expect(config.releases).toMatchObject({ settings: { bucket: 'releases' }, oneWriter: false });
    }
  });

  it('uses matching names, ports and credentials for all services', () => {
    const { environment } = getService('server-1');
    const database = new URL(environment.DATABASE_URL ?? '');
    const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = getService(database.hostname).environment;
    expect([database.username, database.password, database.pathname]).toEqual([
      POSTGRES_USER,
      POSTGRES_PASSWORD,
      `/${POSTGRES_DB}`,
    ]);
    const store = getService(new URL(environment.S3_ENDPOINT ?? '').hostname).environment;
    expect([environment.S3_ACCESS_KEY_ID, environment.S3_SECRET_ACCESS_KEY]).toEqual([
      store.MINIO_ROOT_USER,
      store.MINIO_ROOT_PASSWORD,
    ]);
    const upstream = [...proxyConfig.matchAll(/^\s*server ([\w-]+):(\d+) /gm)].map(([, name, port]) => [name, port]);
    expect(upstream).toEqual(servers.map(([name, server]) => [name, server.environment.PORT]));
    const proxyPort = /listen (\d+);/.exec(proxyConfig)?.[1];
    expect(getService('proxy').ports).toEqual([`8080:${proxyPort}`]);
  });

  it('creates the buckets and refers only to declared services and volumes', () => {
    for (const bucket of ['pictures', 'releases']) expect(getService('bucket').command.join(' ')).toContain(`store/${bucket}`);
    for (const { depends_on, volumes: mounts } of Object.values(services)) {
      const names = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
      expect(names.filter((name) => !(name in services))).toEqual([]);
      const volumeNames = mounts.map((mount) => mount.split(':')[0] ?? '').filter((source) => !source.startsWith('.'));
      expect(volumeNames.filter((name) => !(name in volumes))).toEqual([]);
    }
  });

  it('allows enough PostgreSQL connections for all servers', () => {
    const maxConnections = Number(/max_connections=(\d+)/.exec(getService('database').command.join(' '))?.[1]);
    const requiredConnections = servers.reduce((sum, [, { environment }]) => sum + Number(environment.DATABASE_POOL) + 6, 0);
    expect(maxConnections).toBeGreaterThan(requiredConnections + 20);
  });
});
