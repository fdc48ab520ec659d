import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig, SETTING_NAMES } from '.';
import { getWarnings } from './names';

const Service = z.object({
  image: z.string(),
  build: z.string().optional(),
  read_only: z.boolean().default(false),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  command: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).default([]),
  volumes: z.array(z.string()).default([]),
  tmpfs: z.array(z.string()).default([]),
});
const Compose = z.object({
  services: z.record(z.string(), Service),
  configs: z.object({ proxy: z.object({ file: z.string() }), tls: z.object({ file: z.string() }) }),
  volumes: z.record(z.string(), z.null()),
});

const SECRETS: Record<string, string> = {
  PUBLIC_URL: 'https://console.example',
  DATABASE_PASSWORD: 'database-password',
  STORE_PASSWORD: 'store-password',
  JWT_SECRET: '0123456789abcdefghijklmnopqrstuvwxyz',
  METRICS_TOKEN: 'a-token-for-the-metrics-only',
  DEPLOY_TOKEN: 'a-token-for-deployments-only',
  CERTIFICATES: './certificates',
};
const ROOT_DIR = join(__dirname, '../../../..');
const DOCS_DIR = join(ROOT_DIR, 'docs');
const composeText = readFileSync(join(DOCS_DIR, 'compose.yaml'), 'utf8')
  // Emulate Compose: substitute required variables, and replace $$ with one dollar.
  .replaceAll(/(?<!\$)\$\{(\w+):\?[^}]*\}/g, (_, name: string) => SECRETS[name] ?? `unknown variable ${name}`)
  .replaceAll('$$', '$');
const { services, configs, volumes } = Compose.parse(parse(composeText, { merge: true }));
const proxyConfig = readFileSync(join(DOCS_DIR, configs.proxy.file), 'utf8');
const tlsConfig = readFileSync(join(DOCS_DIR, configs.tls.file), 'utf8');
const dockerfile = readFileSync(join(ROOT_DIR, 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ');
const imageStages = dockerfile.split(/^FROM /m).slice(1);
const imageSettings = Object.fromEntries(
  [...(/^ENV (.*)$/m.exec(imageStages.at(-1) ?? '')?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value]) => [
    name,
    value,
  ]),
);
const servers = Object.entries(services)
  .filter(([, { build }]) => build !== undefined)
  .map(([name, service]) => [name, { ...service, environment: { ...imageSettings, ...service.environment } }] as const);
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
    const environment = { ...imageSettings, ...getService('server-1').environment };
    const database = new URL(environment.DATABASE_URL ?? '');
    const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = getService(database.hostname).environment;
    expect([database.username, database.password, database.pathname]).toEqual([
      POSTGRES_USER,
      POSTGRES_PASSWORD,
      `/${POSTGRES_DB}`,
    ]);
    const objectStore = getService(new URL(environment.S3_ENDPOINT ?? '').hostname).environment;
    expect([environment.S3_ACCESS_KEY_ID, environment.S3_SECRET_ACCESS_KEY]).toEqual([
      objectStore.MINIO_ROOT_USER,
      objectStore.MINIO_ROOT_PASSWORD,
    ]);
    const upstreamServers = [...proxyConfig.matchAll(/^\s*server ([\w-]+):(\d+) /gm)].map(([, name, port]) => [name, port]);
    expect(upstreamServers).toEqual(servers.map(([name, server]) => [name, server.environment.PORT]));
    const tlsPort = /listen (\d+) ssl;/.exec(tlsConfig)?.[1];
    expect(getService('proxy').ports).toEqual([`443:${tlsPort}`]);
    expect(getService('proxy').volumes[0]).toMatch(/:\/etc\/nginx\/certificates:ro$/);
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

  it('starts exact versions of all images, and checks their health', () => {
    for (const [name, { image, build, healthcheck }] of Object.entries(services)) {
      if (build === undefined) expect([name, image]).toEqual([name, expect.stringMatching(/:[\w.-]*\d[\w.-]*[.-]\d[\w.-]*$/)]);
      // Skip services that are built, because their image has its own health check. Skip `bucket`, because this service exits.
      if (build === undefined && name !== 'bucket') expect([name, healthcheck?.test.length]).toEqual([name, expect.any(Number)]);
    }
  });

  it('runs servers that can write only to the data folder and to temporary files', () => {
    for (const [, { read_only, tmpfs, environment }] of servers) {
      expect([read_only, tmpfs]).toEqual([true, [expect.stringMatching(/^\/tmp:size=/)]]);
      expect(imageStages.at(-1)).toContain(`VOLUME ${environment.DATA_DIR}\n`);
    }
  });
});

describe('Dockerfile', () => {
  it('uses exact versions of the base image, and the Node version that the repository requires', () => {
    const stageNames = imageStages.flatMap((stage) => /^\S+ AS (\S+)/.exec(stage)?.[1] ?? []);
    const images = imageStages.map((stage) => /^\S+/.exec(stage)?.[0] ?? '').filter((image) => !stageNames.includes(image));
    const nodeMajorVersion = readFileSync(join(ROOT_DIR, '.nvmrc'), 'utf8').trim();
    expect(images.length).toBeGreaterThan(0);
    for (const image of images) expect(image).toMatch(new RegExp(`^node:${nodeMajorVersion}\\.\\d+\\.\\d+-[a-z-]+$`));
  });

  it('runs as an account without rights on the program', () => {
    const finalStage = imageStages.at(-1) ?? '';
    expect(/^USER (\S+)$/m.exec(finalStage)?.[1]).toBe('node');
    expect(finalStage).not.toMatch(/^COPY .*--chown/m);
    expect(finalStage.match(/\bchown \S+ (\S+)/)?.[1]).toBe(imageSettings.DATA_DIR);
  });

  it('sets only settings that the server accepts', () => {
    expect(Object.keys(imageSettings).filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
    expect(readConfig(imageSettings)).toMatchObject({ demo: false, logLevel: 'info', buildDir: '/console/build' });
  });

  it('copies files that exist in the repository or in an earlier stage', () => {
    const stageNames = imageStages.flatMap((stage) => /^\S+ AS (\S+)/.exec(stage)?.[1] ?? []);
    for (const [, sourceStage] of dockerfile.matchAll(/^COPY --from=(\S+)/gm)) expect(stageNames).toContain(sourceStage);
    const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, list = '']) => list.split(' '));
    expect(sources.length).toBeGreaterThan(5);
    expect(sources.filter((source) => !existsSync(join(ROOT_DIR, source)))).toEqual([]);
  });
});
