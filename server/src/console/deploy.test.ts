import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import jwt from '@fastify/jwt';
import fastify, { type FastifyInstance } from 'fastify';
import { consoleSite } from '.';
import { auditFile } from './release-store';

const TOKEN = 'a-deploy-token-of-the-tests';
const runtime = { apiBase: '/api', docsUrl: '', providerUrl: '', environment: 'production', overridesAllowed: false } as const;

let buildDir: string;
let app: FastifyInstance;

async function serve(deployToken: string | undefined): Promise<void> {
  app = fastify();
  await app.register(jwt, { secret: 'a secret of the tests' });
  await app.register(consoleSite({ buildDir, config: runtime, deployToken }));
}
beforeEach(async () => {
  buildDir = mkdtempSync(path.join(tmpdir(), 'console-deploy-'));
  await serve(TOKEN);
});
afterEach(async () => {
  await app.close();
  rmSync(buildDir, { recursive: true, force: true });
});

function tar(files: Record<string, string>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const content = Buffer.from(text);
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write(content.length.toString(8).padStart(11, '0'), 124);
    header.write('0', 156);
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}
function archive(version: string, over: Record<string, string> = {}): Buffer {
  const code = `var container = '${version}';`;
  const integrity = `sha384-${createHash('sha384').update(code).digest('base64')}`;
  const manifest = { name: 'annotate', version, contract: '^1.0.0', title: 'Images' };
  const release = JSON.stringify({ entry: 'entry.0123abcd.js', integrity, manifest });
  return tar({ 'entry.0123abcd.js': code, 'release.json': release, ...over });
}
const authorization = `Bearer ${TOKEN}`;
const put = (version: string, payload = archive(version), token = authorization) =>
  app.inject({
    method: 'PUT',
    url: `/remotes/annotate/${version}`,
    payload,
    headers: { authorization: token, 'content-type': 'application/gzip' },
  });
const post = (action: string, payload: object = {}) =>
  app.inject({ method: 'POST', url: `/remotes/annotate/${action}`, payload, headers: { authorization } });
async function offered(userId?: string, workspace = ''): Promise<string> {
  const headers =
    userId === undefined ? {} : { authorization: `Bearer ${app.jwt.sign({ sub: userId, exp: 1 })}`, 'x-workspace': workspace };
  const response = await app.inject({ url: '/registry.json', headers });
  expect(response.headers['cache-control']).toContain(userId === undefined ? 'public' : 'private');
  return response.json().remotes.annotate?.active;
}

it('publishes, activates and takes back', async () => {
  expect((await put('1.0.0')).statusCode).toBe(200);
  expect((await put('1.1.0')).statusCode).toBe(200);
  expect(await offered()).toBeUndefined();
  await post('activate', { version: '1.0.0' });
  await post('activate', { version: '1.1.0' });
  expect(await offered()).toBe('1.1.0');
  expect((await app.inject('/remotes/annotate/1.1.0/entry.0123abcd.js')).body).toBe("var container = '1.1.0';");
  const back = await post('rollback');
  expect(back.json()).toEqual({ revision: 5 });
  expect(await offered()).toBe('1.0.0');
  expect(readFileSync(auditFile(buildDir), 'utf8')).toContain('"by":"deploy token","action":"activate annotate');
});

it('refuses to publish a version again', async () => {
  await put('1.0.0');
  const again = await put('1.0.0', archive('1.0.0', { 'more.js': '1' }));
  expect(again.statusCode).toBe(409);
  expect(again.json().detail).toContain('annotate 1.0.0 is already published');
  expect(existsSync(path.join(buildDir, 'remotes', 'annotate', '1.0.0', 'more.js'))).toBe(false);
});

it.each([
  ['of another version', () => archive('2.0.0'), 'The archive is of annotate 2.0.0, not of annotate 1.0.0.'],
  ['whose entry was changed', () => archive('1.0.0', { 'entry.0123abcd.js': 'evil' }), 'is not the file that the build wrote'],
  ['with a file outside', () => archive('1.0.0', { '../../evil.js': '1' }), 'The archive may hold plain files alone'],
  ['that is none', () => Buffer.from('nothing'), 'The archive has no files.'],
  ['that is cut off', () => gzipSync(archive('1.0.0')).subarray(0, 40), 'cannot be unpacked'],
])('refuses an archive %s', async (_what, payload, message) => {
  const response = await put('1.0.0', payload());
  expect(response.statusCode).toBe(409);
  expect(response.json().detail).toContain(message);
  expect(existsSync(path.join(buildDir, 'remotes'))).toBe(false);
});

it.each([['Bearer wrong'], ['Bearer '], [TOKEN], ['']])('refuses the token "%s"', async (token) => {
  const response = await put('1.0.0', archive('1.0.0'), token);
  expect(response.statusCode).toBe(401);
  expect(existsSync(path.join(buildDir, 'remotes'))).toBe(false);
});

it('refuses everything where no token is set', async () => {
  await app.close();
  await serve(undefined);
  const response = await put('1.0.0');
  expect(response.statusCode).toBe(403);
  expect(response.json().detail).toContain('DEPLOY_TOKEN is not set');
});

it('does not start with a token that can be guessed', async () => {
  expect(() => consoleSite({ buildDir, config: runtime, deployToken: 'secret' })).not.toThrow();
  await expect(serve('secret')).rejects.toThrow('DEPLOY_TOKEN: must have at least 24 characters');
});

it.each([
  ['activate', { version: '9.0.0' }, 'annotate 9.0.0 is not published'],
  ['activate', {}, 'version'],
  ['activate', { version: '1.1.0', revision: 1 }, 'someone else has changed it'],
  ['rollback', {}, 'no previous version'],
  ['canary', { version: '1.1.0' }, 'say who gets it'],
  ['canary', { version: '1.1.0', share: 200 }, 'share'],
])('says why it does not %s %j', async (action, body, message) => {
  await put('1.0.0');
  await put('1.1.0');
  await post('activate', { version: '1.0.0' });
  const response = await post(action, body);
  expect(response.statusCode).toBe(409);
  expect(response.json().detail).toContain(message);
  expect(await offered()).toBe('1.0.0');
});

it('offers a canary to its share of the people, the same ones each time, and to its workspaces', async () => {
  await put('1.0.0');
  await put('1.1.0');
  await post('activate', { version: '1.0.0' });
  await post('canary', { version: '1.1.0', share: 30 });
  const people = Array.from({ length: 200 }, (_, n) => `person ${n}`);
  const first = await Promise.all(people.map((person) => offered(person)));
  const share = first.filter((version) => version === '1.1.0').length / people.length;
  expect(share).toBeGreaterThan(0.2);
  expect(share).toBeLessThan(0.4);
  await post('canary', { version: '1.1.0', share: 60, workspaces: ['w1'] });
  const second = await Promise.all(people.map((person) => offered(person)));
  expect(second.filter((version, at) => first[at] === '1.1.0' && version !== '1.1.0')).toEqual([]);
  const outside = people.filter((_, at) => second[at] === '1.0.0').slice(0, 5);
  expect(await Promise.all(outside.map((person) => offered(person, 'w1')))).toEqual(outside.map(() => '1.1.0'));
  expect(await offered()).toBe('1.0.0');
  await post('canary', { off: true });
  expect(await Promise.all(people.slice(0, 20).map((person) => offered(person)))).toEqual(Array(20).fill('1.0.0'));
});
