import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import jwt from '@fastify/jwt';
import fastify, { type FastifyInstance } from 'fastify';
import { SIZE_BUDGET } from '@console/shared-contract/federation';
import { type TestRelease, createReleaseFiles } from '../../testing/releases/release-samples';
import { createConsoleSite } from '.';
import { getAuditFile, writeTar } from '../releases';

const TOKEN = 'a-deploy-token-of-the-tests';
const runtimeConfig = {
  apiBase: '/api',
  docsUrl: '',
  providerUrl: '',
  environment: 'production',
  overridesAllowed: false,
} as const;

let buildDir: string;
let app: FastifyInstance;

const getOfferFile = () => path.join(buildDir, 'host', 'offer.json');

async function startSite(deployToken: string | undefined): Promise<void> {
  app = fastify();
  await app.register(jwt, { secret: 'a secret of the tests' });
  const isMember = async (userId: string, workspaceId: string) => workspaceId === 'w1' && userId.startsWith('person');
  await app.register(
    createConsoleSite({ buildDir, config: runtimeConfig, deployToken, isMember, isWorkspace: async (id) => id === 'w1' }),
  );
}
beforeEach(async () => {
  buildDir = mkdtempSync(path.join(tmpdir(), 'console-deploy-'));
  mkdirSync(path.join(buildDir, 'host'));
  writeFileSync(getOfferFile(), JSON.stringify({ contract: '1.0.0', shared: { react: '19.1.0' } }));
  await startSite(TOKEN);
});
afterEach(async () => {
  await app.close();
  rmSync(buildDir, { recursive: true, force: true });
});

const createArchive = async (version: string, release: TestRelease = {}): Promise<Buffer> =>
  gzipSync(await writeTar(createReleaseFiles(version, release)));
const createRoute = (routePath: string) => ({ path: routePath, title: 'Images', component: './images#ImagesPage' });
const authorization = `Bearer ${TOKEN}`;
const publishArchive = async (
  version: string,
  payload: Buffer | Promise<Buffer> = createArchive(version),
  token = authorization,
  name = 'annotate',
) =>
  app.inject({
    method: 'PUT',
    url: `/remotes/${name}/${version}`,
    payload: await payload,
    headers: { authorization: token, 'content-type': 'application/gzip' },
  });
const postAction = (action: string, payload: object = {}) =>
  app.inject({ method: 'POST', url: `/remotes/annotate/${action}`, payload, headers: { authorization } });
async function fetchActiveVersion(userId?: string, workspace = ''): Promise<string> {
  const headers =
    userId === undefined ? {} : { authorization: `Bearer ${app.jwt.sign({ sub: userId, exp: 1 })}`, 'x-workspace': workspace };
  const response = await app.inject({ url: '/registry.json', headers });
  expect(response.headers['cache-control']).toContain(userId === undefined ? 'public' : 'private');
  return response.json().remotes.annotate?.active;
}

it('publishes, activates and rolls back a version', async () => {
  expect((await publishArchive('1.0.0')).statusCode).toBe(200);
  expect((await publishArchive('1.1.0')).statusCode).toBe(200);
  expect(await fetchActiveVersion()).toBeUndefined();
  await postAction('activate', { version: '1.0.0' });
  await postAction('activate', { version: '1.1.0' });
  expect(await fetchActiveVersion()).toBe('1.1.0');
  expect((await app.inject('/remotes/annotate/1.1.0/entry.0123abcd.js')).body).toBe("var container = '1.1.0';");
  const rollbackResponse = await postAction('rollback');
  expect(rollbackResponse.json()).toEqual({ revision: 5 });
  expect(await fetchActiveVersion()).toBe('1.0.0');
  expect(readFileSync(getAuditFile(buildDir), 'utf8')).toContain('"by":"deploy token","action":"activate annotate');
});

it('compresses the checked files, and keeps only compressed files with the same content', async () => {
  const page = `export const page = '${'words '.repeat(400)}';`;
  // Compressed with low quality. The bytes differ from the server's own compression.
  const quickBrotli = brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } });
  const longerBrotli = brotliCompressSync(`${page}// more`);
  const compressedCopies = {
    'kept.js': [quickBrotli, gzipSync(page)],
    'broken.js': [Buffer.from('x'), Buffer.from('other code')],
    'other.js': [longerBrotli, gzipSync(page.replace('words', 'swords'))],
  };
  const files = Object.entries(compressedCopies).map(([name, [br, gz]]) => ({
    [name]: page,
    [`${name}.br`]: br,
    [`${name}.gz`]: gz,
  }));
  await publishArchive(
    '1.0.0',
    createArchive('1.0.0', { files: Object.assign({}, ...files) as Record<string, string | Buffer> }),
  );
  const getFile = (name: string, encoding: string) =>
    app.inject({ url: `/remotes/annotate/1.0.0/${name}`, headers: { 'accept-encoding': encoding } });
  for (const name of Object.keys(compressedCopies)) {
    const [brotli, gzip] = await Promise.all([getFile(name, 'br'), getFile(name, 'gzip')]);
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(page);
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(page);
  }
  expect((await getFile('kept.js', 'br')).rawPayload.equals(quickBrotli)).toBe(true);
});

it('the server refuses to publish a version again', async () => {
  await publishArchive('1.0.0');
  const secondResponse = await publishArchive('1.0.0', createArchive('1.0.0', { files: { 'more.js': '1' } }));
  expect(secondResponse.statusCode).toBe(409);
  expect(secondResponse.json().detail).toContain('annotate 1.0.0 is already published');
  expect(existsSync(path.join(buildDir, 'remotes', 'annotate', '1.0.0', 'more.js'))).toBe(false);
});

it.each([
  ['of another version', () => createArchive('2.0.0'), 'The release is of annotate 2.0.0, not of annotate 1.0.0.'],
  [
    'whose entry was changed',
    () => createArchive('1.0.0', { files: { 'entry.0123abcd.js': 'evil' } }),
    'is not the file that the build wrote',
  ],
  [
    'with a file outside',
    () => createArchive('1.0.0', { files: { '../../evil.js': '1' } }),
    'The archive may only contain plain files',
  ],
  [
    'with a contract that the host does not support',
    () => createArchive('1.0.0', { manifest: { contract: '^9.0.0' } }),
    'needs contract ^9.0.0',
  ],
  [
    'with a React version that the host does not have',
    () => createArchive('1.0.0', { manifest: { shared: { react: '^3.0.0' } } }),
    'needs react ^3.0.0, the host has 19.1.0',
  ],
  [
    'with a path twice',
    () => createArchive('1.0.0', { manifest: { routes: [createRoute('/a/:id'), createRoute('/a/:other')] } }),
    'the path /a/:other is declared twice',
  ],
  [
    'that needs a widget nobody provides',
    () => createArchive('1.0.0', { manifest: { needs: [{ id: 'map', range: '^1.0.0' }] } }),
    'annotate needs the widget map ^1.0.0',
  ],
  ['with an invalid manifest', () => createArchive('1.0.0', { manifest: { title: '' } }), 'title'],
  [
    'that is too large despite a compressed file of one byte',
    () => createArchive('1.0.0', { files: { 'page.js': randomBytes(SIZE_BUDGET.all).toString('base64'), 'page.js.br': 'x' } }),
    `the limit is ${SIZE_BUDGET.all / 1000}.0 kB`,
  ],
  ['that is not a tar archive', () => Buffer.from('nothing'), 'The archive cannot be unpacked'],
])('the server refuses an archive %s', async (_what, payload: () => Buffer | Promise<Buffer>, message) => {
  const response = await publishArchive('1.0.0', payload());
  expect(response.statusCode).toBe(409);
  expect(response.json().detail).toContain(message);
  expect(existsSync(path.join(buildDir, 'remotes'))).toBe(false);
});

it.each([['Bearer wrong'], ['Bearer '], [TOKEN], ['']])('the server refuses the deploy token "%s"', async (token) => {
  const response = await publishArchive('1.0.0', createArchive('1.0.0'), token);
  expect(response.statusCode).toBe(401);
  expect(existsSync(path.join(buildDir, 'remotes'))).toBe(false);
});

it('refuses all deploy calls if no deploy token is configured', async () => {
  await app.close();
  await startSite(undefined);
  const response = await publishArchive('1.0.0');
  expect(response.statusCode).toBe(403);
  expect(response.json().detail).toContain('DEPLOY_TOKEN is not set');
});

it('refuses a release that declares a path of another live remote', async () => {
  await publishArchive('1.0.0', createArchive('1.0.0', { manifest: { routes: [createRoute('/images')] } }));
  await postAction('activate', { version: '1.0.0' });
  const otherArchive = createArchive('1.0.0', { name: 'reports', manifest: { routes: [createRoute('/images')] } });
  const response = await publishArchive('1.0.0', otherArchive, authorization, 'reports');
  expect(response.statusCode).toBe(409);
  expect(response.json().detail).toBe("reports 1.0.0 was not published: the path /images is annotate's.");
});

it('accepts a remote whose name is a property of every object', async () => {
  const publishResponse = await publishArchive(
    '1.0.0',
    createArchive('1.0.0', { name: 'constructor' }),
    authorization,
    'constructor',
  );
  expect(publishResponse.statusCode).toBe(200);
  const activateResponse = await app.inject({
    method: 'POST',
    url: '/remotes/constructor/activate',
    payload: { version: '1.0.0' },
    headers: { authorization },
  });
  expect(activateResponse.statusCode).toBe(200);
  expect((await app.inject('/registry.json')).json().remotes.constructor.active).toBe('1.0.0');
  const unknownResponse = await app.inject({
    method: 'POST',
    url: '/remotes/valueof/rollback',
    payload: {},
    headers: { authorization },
  });
  expect(unknownResponse.json().detail).toBe('There is no remote valueof in the registry. There are: constructor.');
});

it('refuses to publish without a built host to check against', async () => {
  rmSync(getOfferFile());
  expect((await publishArchive('1.0.0')).json().detail).toContain('This server has no built host (host/offer.json)');
});

it('accepts two remotes from two CI systems concurrently', async () => {
  const [firstResponse, secondResponse] = await Promise.all([
    publishArchive('1.0.0'),
    publishArchive('1.0.0', createArchive('1.0.0', { name: 'reports' }), authorization, 'reports'),
  ]);
  expect([firstResponse.statusCode, secondResponse.statusCode]).toEqual([200, 200]);
  const response = await app.inject({ url: '/remotes/registry', headers: { authorization } });
  expect(Object.keys(response.json().remotes).sort()).toEqual(['annotate', 'reports']);
});

it('refuses to activate a version with missing files', async () => {
  await publishArchive('1.0.0');
  await publishArchive('1.1.0', createArchive('1.1.0', { files: { 'page.1.js': 'page' } }));
  await postAction('activate', { version: '1.0.0' });
  rmSync(path.join(buildDir, 'remotes', 'annotate', '1.1.0', 'page.1.js'));
  for (const [action, body] of [
    ['activate', { version: '1.1.0' }],
    ['canary', { version: '1.1.0', share: 10 }],
  ] as const) {
    const response = await postAction(action, body);
    expect(response.statusCode).toBe(409);
    expect(response.json().detail).toContain('annotate 1.1.0 cannot be made live: its file page.1.js is missing');
  }
  await publishArchive('1.2.0');
  await postAction('activate', { version: '1.2.0' });
  rmSync(path.join(buildDir, 'remotes', 'annotate', '1.0.0'), { recursive: true });
  expect((await postAction('rollback')).json().detail).toContain(
    'annotate 1.0.0 cannot be made live: its release.json is missing',
  );
  expect(await fetchActiveVersion()).toBe('1.2.0');
});

it('restores the newer version when rolled back twice', async () => {
  await publishArchive('1.0.0');
  await publishArchive('1.1.0');
  await postAction('activate', { version: '1.0.0' });
  await postAction('canary', { version: '1.1.0', share: 10 });
  await postAction('activate', { version: '1.1.0' });
  const response = await app.inject({ url: '/remotes/registry', headers: { authorization } });
  expect(response.json().remotes.annotate.canary).toBeUndefined();
  await postAction('rollback');
  expect(await fetchActiveVersion()).toBe('1.0.0');
  await postAction('rollback');
  expect(await fetchActiveVersion()).toBe('1.1.0');
});

it.each([
  ['activate', { version: '9.0.0' }, 'annotate 9.0.0 is not published'],
  ['activate', {}, 'version'],
  ['activate', { version: '1.1.0', revision: 1 }, 'someone else has changed it'],
  ['rollback', {}, '1.0.0 is the first that was made live. Publish a fixed version and activate it, or activate one that is'],
  ['canary', { version: '1.1.0' }, 'set share or workspaces'],
  ['canary', { version: '1.1.0', share: 200 }, 'share'],
  ['canary', { version: '1.1.0', workspaces: ['w1', 'w2'] }, 'There is no workspace w2.'],
])('returns the reason when it refuses %s %j', async (action, body, message) => {
  await publishArchive('1.0.0');
  await publishArchive('1.1.0');
  await postAction('activate', { version: '1.0.0' });
  const response = await postAction(action, body);
  expect(response.statusCode).toBe(409);
  expect(response.json().detail).toContain(message);
  expect(await fetchActiveVersion()).toBe('1.0.0');
});

it('offers a canary to a constant share of the users and to its workspaces', async () => {
  await publishArchive('1.0.0');
  await publishArchive('1.1.0');
  await postAction('activate', { version: '1.0.0' });
  await postAction('canary', { version: '1.1.0', share: 30 });
  const userIds = Array.from({ length: 100 }, (_, n) => `person ${n}`);
  const firstVersions = await Promise.all(userIds.map((person) => fetchActiveVersion(person)));
  const ratio = firstVersions.filter((version) => version === '1.1.0').length / userIds.length;
  expect(ratio).toBeGreaterThan(0.15);
  expect(ratio).toBeLessThan(0.45);
  await postAction('canary', { version: '1.1.0', share: 60, workspaces: ['w1'] });
  const secondVersions = await Promise.all(userIds.map((person) => fetchActiveVersion(person)));
  expect(secondVersions.filter((version, index) => firstVersions[index] === '1.1.0' && version !== '1.1.0')).toEqual([]);
  const notInCanary = userIds.filter((_, index) => secondVersions[index] === '1.0.0').slice(0, 5);
  expect(await Promise.all(notInCanary.map((person) => fetchActiveVersion(person, 'w1')))).toEqual(
    notInCanary.map(() => '1.1.0'),
  );
  // The workspace header has no effect for users who are not members of the workspace.
  const otherUserIds = Array.from({ length: 10 }, (_, n) => `stranger ${n}`);
  const versionsWithoutWorkspace = await Promise.all(otherUserIds.map((stranger) => fetchActiveVersion(stranger)));
  expect(await Promise.all(otherUserIds.map((stranger) => fetchActiveVersion(stranger, 'w1')))).toEqual(versionsWithoutWorkspace);
  expect(await fetchActiveVersion()).toBe('1.0.0');
  await postAction('canary', { off: true });
  expect(await Promise.all(userIds.slice(0, 20).map((person) => fetchActiveVersion(person)))).toEqual(Array(20).fill('1.0.0'));
});
