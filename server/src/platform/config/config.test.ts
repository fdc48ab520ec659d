import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ConfigError, DEMO_CONFIRMATION, readConfig, refuseDemoOnNetwork } from '.';
import { getWarnings } from './names';

it('listens on the IPv4 and the IPv6 loopback address by default', () => {
  expect(readConfig({})).toMatchObject({
    port: 8080,
    hosts: ['127.0.0.1', '::1'],
    demo: true,
    apiOnly: false,
    databaseUrl: null,
  });
});

it('reads environment variables and arguments', () => {
  const config = readConfig(
    {
      PORT: '18100',
      HOST: '0.0.0.0',
      DEMO: 'off',
      PUBLIC_URL: 'https://console.example/',
      CORS_ORIGINS: 'https://a.example, https://b.example',
    },
    ['--api-only'],
  );
  expect(config).toMatchObject({
    port: 18_100,
    hosts: ['0.0.0.0'],
    demo: false,
    apiOnly: true,
    publicUrl: 'https://console.example',
    corsOrigins: ['https://a.example', 'https://b.example'],
  });
});

it('treats an empty variable as missing', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' }).port).toBe(8080);
});

it('drains by default only if other servers are possible', () => {
  const sharedSettings = {
    DATABASE_URL: 'postgres://console@database/console',
    S3_ENDPOINT: 'http://store',
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  expect(readConfig({}).drainMs).toBe(0);
  expect(readConfig(sharedSettings).drainMs).toBe(3000);
  expect(readConfig({ ...sharedSettings, DRAIN_SECONDS: '0' }).drainMs).toBe(0);
  expect(readConfig({ DRAIN_SECONDS: '10' }).drainMs).toBe(10_000);
  expect(() => readConfig({ DRAIN_SECONDS: '301' })).toThrow('DRAIN_SECONDS');
});

it('reads the SMTP server only together with the sender and the public URL', () => {
  const mailEnvironment = { SMTP_URL: 'smtp://user:secret@mail.example:587', MAIL_FROM: 'Console <console@mail.example>' };
  const PUBLIC_URL = 'https://console.example';
  expect(readConfig({}).mail).toBeNull();
  expect(readConfig({ ...mailEnvironment, PUBLIC_URL }).mail).toEqual({
    url: mailEnvironment.SMTP_URL,
    from: mailEnvironment.MAIL_FROM,
  });
  expect(() => readConfig(mailEnvironment)).toThrow('PUBLIC_URL');
  expect(() => readConfig({ PUBLIC_URL, SMTP_URL: mailEnvironment.SMTP_URL })).toThrow('MAIL_FROM');
  expect(() => readConfig({ PUBLIC_URL, MAIL_FROM: mailEnvironment.MAIL_FROM })).toThrow('SMTP_URL');
  expect(() => readConfig({ ...mailEnvironment, PUBLIC_URL, SMTP_URL: 'https://mail.example' })).toThrow('SMTP_URL');
  expect(() => readConfig({ ...mailEnvironment, PUBLIC_URL, MAIL_FROM: 'nobody' })).toThrow('MAIL_FROM');
});

it('readConfig reports every invalid setting', () => {
  const readInvalidConfig = () =>
    readConfig({ PORT: 'eighty', DEMO: 'perhaps', DATABASE_URL: 'mysql://x', JWT_SECRET: 'secret', ACCESS_TTL_SECONDS: '0' });
  expect(readInvalidConfig).toThrow(ConfigError);
  for (const name of ['PORT', 'DEMO', 'DATABASE_URL', 'JWT_SECRET', 'ACCESS_TTL_SECONDS'])
    expect(readInvalidConfig).toThrow(name);
});

it('readConfig refuses a weak secret', () => {
  expect(() => readConfig({ JWT_SECRET: 'a'.repeat(64) })).toThrow('JWT_SECRET');
  expect(readConfig({ JWT_SECRET: 'kT9!vZ2#qL7@wX4$eR8%yU1&iO5*pA3^' }).jwtSecret).not.toBeNull();
});

describe('the demo accounts', () => {
  const checkDemoOnHost = (HOST: string | undefined, confirmation?: string) => () =>
    refuseDemoOnNetwork(readConfig({ HOST, ALLOW_DEMO_ACCOUNTS_ON_NETWORK: confirmation }));

  it.each([undefined, '127.0.0.1', '::1', 'localhost', '127.0.0.2'])('are allowed on %s', (host) => {
    expect(checkDemoOnHost(host)).not.toThrow();
  });
  it.each(['0.0.0.0', '::', '192.168.1.5', 'console.example'])('are refused on %s', (host) => {
    expect(checkDemoOnHost(host)).toThrow(DEMO_CONFIRMATION);
    expect(checkDemoOnHost(host, 'yes')).toThrow(ConfigError);
  });
  it('are allowed on a network with the explicit confirmation', () => {
    expect(checkDemoOnHost('0.0.0.0', DEMO_CONFIRMATION)).not.toThrow();
  });
});

it('accepts only a number of proxies or their addresses', () => {
  for (const value of ['off', '0', '1', '10.0.0.1', '10.0.0.0/8, ::1', 'loopback']) readConfig({ TRUST_PROXY: value });
  for (const value of ['proxy.example', '10.0.0.1/99', '-1', '1.5', ','])
    expect(() => readConfig({ TRUST_PROXY: value })).toThrow('TRUST_PROXY: must be off, a number of proxies');
});

it('warns about missing and unsafe settings', () => {
  const readWarnings = (environment: Record<string, string>) => getWarnings(readConfig(environment)).join(' ');
  expect(readWarnings({})).toBe('');
  expect(readWarnings({ HOST: '0.0.0.0' })).toContain('Set PUBLIC_URL');
  expect(readWarnings({ HOST: '::', PUBLIC_URL: 'https://console.example', TRUST_PROXY: '1' })).toBe('');
  expect(readWarnings({ TRUST_PROXY: 'on' })).toContain('TRUST_PROXY=1');
});

it('readConfig refuses a short deploy token', () => {
  expect(() => readConfig({ DEPLOY_TOKEN: 'secret' })).toThrow(
    'DEPLOY_TOKEN: must have at least 24 characters, or anyone could guess it and change the console',
  );
  expect(readConfig({ DEPLOY_TOKEN: 'x'.repeat(24) }).deployToken).toBe('x'.repeat(24));
});

it('reads the location of releases', () => {
  const connection = { S3_ENDPOINT: 'https://s3.example', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
  const config = readConfig({ ...connection, RELEASES: 's3://console/live', RELEASES_URL: 'https://cdn.example/live/' });
  expect(config.releases).toMatchObject({ settings: { bucket: 'console' }, prefix: 'live/', oneWriter: false });
  expect(config.releasesUrl).toBe('https://cdn.example/live');
  // The S3 settings only apply to the releases. Files stay in the data folder.
  expect(config.s3).toBeNull();
  expect(readConfig({}).releases).toBeNull();
  expect(() => readConfig({ RELEASES: 's3://console/live' })).toThrow('S3_ENDPOINT: is needed for releases in a bucket');
  for (const invalid of ['/folder', 's3://', 's3://A', 's3://console/../x', 's3://console//x']) {
    expect(() => readConfig({ ...connection, RELEASES: invalid })).toThrow('RELEASES: must be like s3://bucket/folder');
  }
});

describe('the settings of the identity provider', () => {
  const oidcEnvironment = { PUBLIC_URL: 'https://console.example', OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'console' };
  const workspace = '6b1f0c5e-7a0b-4c3e-9a55-0d8f5b2f7c11';
  const mapping = JSON.stringify([{ group: 'annotators', workspace, role: 'annotator' }]);

  it('are read with groups as JSON or from a file', () => {
    expect(readConfig({}).oidc).toBeNull();
    expect(readConfig(oidcEnvironment).oidc).toMatchObject({
      issuer: 'https://id.example',
      clientSecret: null,
      groups: null,
      sessionHours: 12,
    });
    const groups = [{ group: 'annotators', workspace, role: 'annotator' }];
    expect(readConfig({ ...oidcEnvironment, OIDC_GROUPS: mapping }).oidc?.groups).toEqual(groups);
    const file = join(mkdtempSync(join(tmpdir(), 'console-groups-')), 'groups.json');
    writeFileSync(file, mapping);
    expect(readConfig({ ...oidcEnvironment, OIDC_GROUPS: file }).oidc?.groups).toEqual(groups);
    rmSync(dirname(file), { recursive: true });
  });

  it.each<[Record<string, string>, string]>([
    [{ ...oidcEnvironment, PUBLIC_URL: '' }, 'PUBLIC_URL: is required with OIDC_ISSUER'],
    [{ ...oidcEnvironment, OIDC_CLIENT_ID: '' }, 'OIDC_CLIENT_ID: is required'],
    [{ ...oidcEnvironment, OIDC_ISSUER: '' }, 'OIDC_ISSUER: is required'],
    [{ ...oidcEnvironment, OIDC_ISSUER: 'http://id.example' }, 'OIDC_ISSUER: must be an https URL'],
    [{ ...oidcEnvironment, OIDC_ISSUER: 'id.example' }, 'OIDC_ISSUER: must be an http or https URL'],
    [{ ...oidcEnvironment, OIDC_SCOPES: 'email' }, 'OIDC_SCOPES: must contain openid'],
    [{ ...oidcEnvironment, OIDC_GROUPS: '[]' }, 'OIDC_GROUPS: must have at least one mapping'],
    [{ ...oidcEnvironment, OIDC_GROUPS: '[{' }, 'OIDC_GROUPS: must be JSON such as [{"group"'],
    [{ ...oidcEnvironment, OIDC_GROUPS: '/missing.json' }, 'ENOENT'],
    [
      { ...oidcEnvironment, OIDC_GROUPS: mapping.replace(workspace, 'Shelves') },
      'mapping 1, workspace: must be the id of a workspace',
    ],
    [{ ...oidcEnvironment, OIDC_GROUPS: mapping.replace('annotator"}', 'owner"}') }, 'mapping 1, role: '],
    [{ PASSWORD_SIGN_IN: 'off' }, 'OIDC_ISSUER: is required with PASSWORD_SIGN_IN=off'],
    [{ ...oidcEnvironment, PASSWORD_SIGN_IN: 'off' }, 'EMERGENCY_ACCOUNT: is required with PASSWORD_SIGN_IN=off'],
  ])('are refused with the reason: %j', (environment, message) => {
    expect(() => readConfig(environment)).toThrow(message);
  });
});
