import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { RuntimeConfig } from '@console/shared-contract/federation';
import fastify, { type FastifyInstance } from 'fastify';
import { startConditionalS3 } from '../../testing/s3/conditional-s3';
import { createReleaseFiles } from '../../testing/releases/release-samples';
import { createConsoleSite } from '.';
import { movePointer, createPublication, readBuiltRelease } from '../releases';
import { createBucketStore } from '../releases/bucket/bucket-store';

const config: RuntimeConfig = {
  apiBase: '/api',
  docsUrl: '',
  providerUrl: '',
  environment: 'production',
  overridesAllowed: false,
};
const NAVIGATION_HEADERS = { accept: 'text/html,application/xhtml+xml' };

function createRelease(version: string) {
  const manifest = { name: 'annotate', version, contract: '^1.0.0', title: 'Images' };
  return {
    entry: `/remotes/annotate/${version}/entry.js`,
    integrity: `sha384-${'A'.repeat(64)}`,
    manifest,
    publishedAt: '2025-01-01T00:00:00.000Z',
  };
}
const registry = {
  schema: 1,
  revision: 3,
  generatedAt: '2025-01-01T00:00:00.000Z',
  remotes: { annotate: { active: '1.1.0', versions: { '1.0.0': createRelease('1.0.0'), '1.1.0': createRelease('1.1.0') } } },
};

let buildDir: string;
let app: FastifyInstance;

function writeBuildFile(file: string, content: string | Buffer): void {
  const fullPath = path.join(buildDir, file);
  mkdirSync(path.dirname(fullPath), { recursive: true });
  writeFileSync(fullPath, content);
}
async function startSite(changedConfig: Partial<RuntimeConfig> = {}): Promise<void> {
  // The real server uses the same router option.
  app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  app.get('/api/known', async () => ({ ok: true }));
  await app.register(createConsoleSite({ buildDir, config: { ...config, ...changedConfig } }));
}
const requestUrl = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

beforeEach(async () => {
  buildDir = mkdtempSync(path.join(tmpdir(), 'console-site-'));
  writeBuildFile('host/index.html', '<title>Console</title><meta name="csp-nonce" content="__CSP_NONCE__">');
  writeBuildFile('host/main.0123abcd.js', 'host code');
  writeBuildFile('host/favicon.svg', '<svg/>');
  writeBuildFile('remotes/annotate/1.1.0/entry.js', 'remote code');
  writeBuildFile('remotes/annotate/1.1.0/entry.js.br', brotliCompressSync('remote code'));
  writeBuildFile('registry.json', JSON.stringify(registry));
  await startSite();
});
afterEach(async () => {
  await app.close();
  rmSync(buildDir, { recursive: true, force: true });
});

it.each(['/', '/images', '/image/2f1c', '/login?next=%2Fimages'])('returns the document for a navigation to %s', async (url) => {
  const response = await requestUrl(url, NAVIGATION_HEADERS);
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toContain('text/html');
  expect(response.headers['cache-control']).toBe('no-cache');
  expect(response.body).toContain('<title>Console</title>');
});

it('sends each document with a policy and a unique nonce', async () => {
  const documents = [await requestUrl('/', NAVIGATION_HEADERS), await requestUrl('/', NAVIGATION_HEADERS)];
  const nonces = documents.map((document) => /content="([^"]+)"/.exec(document.body)?.[1]);
  expect(new Set(nonces).size).toBe(2);
  documents.forEach((document, index) => {
    const policy = String(document.headers['content-security-policy']);
    expect(policy).toContain(`style-src 'self' 'nonce-${nonces[index]}'`);
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe');
  });
});

it('sends workers of remotes with their own policy, also compressed ones', async () => {
  writeBuildFile('remotes/annotate/1.1.0/vision.worker.0123abcd.js', 'worker');
  writeBuildFile('remotes/annotate/1.1.0/vision.worker.0123abcd.js.br', brotliCompressSync('worker'));
  for (const headers of [{}, { 'accept-encoding': 'br' }] as Record<string, string>[]) {
    const workerResponse = await requestUrl('/remotes/annotate/1.1.0/vision.worker.0123abcd.js', headers);
    expect(workerResponse.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self' 'unsafe-eval'; connect-src 'self' data:",
    );
  }
  const entryResponse = await requestUrl('/remotes/annotate/1.1.0/entry.js');
  expect([entryResponse.statusCode, entryResponse.headers['content-security-policy']]).toEqual([200, undefined]);
});

it('allows remotes from localhost only if overrides are allowed', async () => {
  await app.close();
  await startSite({ overridesAllowed: true, apiBase: 'https://api.example.com/v1' });
  const policy = String((await requestUrl('/', NAVIGATION_HEADERS)).headers['content-security-policy']);
  expect(policy).toContain("script-src 'self' http://localhost:*");
  expect(policy).toMatch(/connect-src [^;]*https:\/\/api\.example\.com[ ;]/);
});

it.each(['/images', '/main.99999999.js', '/deep/main.0123abcd.js', '//', '//[', '//evil.example/x'])(
  'returns 404 and not the document for a script request to %s',
  async (url) => {
    expect((await requestUrl(url, { accept: '*/*' })).statusCode).toBe(404);
  },
);

it.each(['/api/unknown', '/api', '/remotes/annotate/0.9.0/entry.js', '/remotes/annotate/1.1.0', '/remotes'])(
  'returns 404 for a navigation to %s',
  async (url) => {
    expect((await requestUrl(url, NAVIGATION_HEADERS)).statusCode).toBe(404);
  },
);

it.each(['/remotes/..%2fregistry.json', '/..%2fregistry.json', '/remotes/annotate/..%2f..%2fregistry.json', '/.hidden.js'])(
  'serves no file outside its folders for %s',
  async (url) => {
    writeBuildFile('host/.hidden.js', 'secret');
    const response = await requestUrl(url);
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.body).not.toContain('schema');
    expect(response.body).not.toContain('secret');
  },
);

it('serves the documentation with a policy without other origins and inline code', async () => {
  writeBuildFile('docs/index.html', '<title>Documentation</title>');
  writeBuildFile('docs/guide.html', '<title>A guide</title>');
  writeBuildFile('docs/assets/viewer.js', 'viewer');
  writeBuildFile('docs/assets/viewer.js.br', brotliCompressSync('viewer'));
  const indexResponse = await requestUrl('/docs/', NAVIGATION_HEADERS);
  expect([indexResponse.statusCode, indexResponse.body]).toEqual([200, '<title>Documentation</title>']);
  expect((await requestUrl('/docs', NAVIGATION_HEADERS)).body).toBe('<title>Documentation</title>');
  const guideResponse = await requestUrl('/docs/guide', NAVIGATION_HEADERS);
  expect(guideResponse.body).toBe('<title>A guide</title>');
  expect(guideResponse.headers['content-security-policy']).toBe(indexResponse.headers['content-security-policy']);
  const policy = String(indexResponse.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).not.toMatch(/unsafe|https?:/);
  const scriptResponse = await requestUrl('/docs/assets/viewer.js', { 'accept-encoding': 'br' });
  expect([scriptResponse.headers['content-encoding'], scriptResponse.headers['cache-control']]).toEqual(['br', 'no-cache']);
  const slashResponse = await requestUrl('/docs/guide/?from=elsewhere', NAVIGATION_HEADERS);
  expect([slashResponse.statusCode, slashResponse.headers.location]).toEqual([301, '/docs/guide?from=elsewhere']);
  for (const url of ['/docs/unknown', '/docs/..%2fregistry.json'])
    expect((await requestUrl(url, NAVIGATION_HEADERS)).statusCode).toBe(404);
});

it('the console site does not intercept the API', async () => {
  expect((await requestUrl('/api/known', NAVIGATION_HEADERS)).json()).toEqual({ ok: true });
});

it('makes hashed files cacheable for a year and revalidates others', async () => {
  expect((await requestUrl('/main.0123abcd.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await requestUrl('/remotes/annotate/1.1.0/entry.js')).headers['cache-control']).toBe(
    'public, max-age=31536000, immutable',
  );
  expect((await requestUrl('/favicon.svg')).headers['cache-control']).toBe('public, max-age=0');
  expect(await requestUrl('/favicon.ico')).toMatchObject({
    statusCode: 200,
    headers: { 'content-type': 'image/svg+xml' },
    body: '<svg/>',
  });
});

it('serves the stored compressed file if the client accepts it', async () => {
  const plainResponse = await requestUrl('/remotes/annotate/1.1.0/entry.js');
  expect(plainResponse.body).toBe('remote code');
  const compressedResponse = await requestUrl('/remotes/annotate/1.1.0/entry.js', { 'accept-encoding': 'gzip, br' });
  expect(compressedResponse.headers['content-encoding']).toBe('br');
  expect(compressedResponse.headers['content-type']).toContain('javascript');
  expect(brotliDecompressSync(compressedResponse.rawPayload).toString()).toBe('remote code');
});

it('returns only live versions, and 304 for an unchanged registry', async () => {
  const response = await requestUrl('/registry.json');
  expect(Object.keys(response.json().remotes.annotate.versions)).toEqual(['1.1.0']);
  expect(response.headers['cache-control']).toBe('public, max-age=5');
  const secondResponse = await requestUrl('/registry.json', { 'if-none-match': String(response.headers.etag) });
  expect(secondResponse.statusCode).toBe(304);
  writeBuildFile('registry.json', JSON.stringify({ ...registry, revision: 4 }));
  expect((await requestUrl('/registry.json', { 'if-none-match': String(response.headers.etag) })).statusCode).toBe(200);
});

it.each([
  ['absent', undefined],
  ['malformed', '{"schema":'],
  ['of another schema', '{"schema":1}'],
])('returns 503 if the registry is %s', async (_what, content) => {
  if (content === undefined) rmSync(path.join(buildDir, 'registry.json'));
  else writeBuildFile('registry.json', content);
  const response = await requestUrl('/registry.json');
  expect(response.statusCode).toBe(503);
  expect(response.json()).toEqual({ detail: 'The registry of remotes is missing or cannot be read.' });
});

it('serves the configuration of the console', async () => {
  expect((await requestUrl('/config.json')).json()).toEqual(config);
});

it('explains that the console has not been built', async () => {
  rmSync(path.join(buildDir, 'host'), { recursive: true });
  const response = await requestUrl('/', NAVIGATION_HEADERS);
  expect(response.statusCode).toBe(503);
  expect(response.body).toContain('The console has not been built');
  expect((await requestUrl('/api/known')).statusCode).toBe(200);
});

it('serves releases from a bucket and uses the URL of a CDN', async () => {
  const bucket = await startConditionalS3();
  const releases = createBucketStore({ settings: bucket.settings, prefix: 'live/', oneWriter: false });
  const page = `// ${'page '.repeat(300)}`;
  const release = createReleaseFiles('1.2.0', { files: { 'page.js': page, 'page.js.br': 'of other code' } });
  const publication = await createPublication(release, readBuiltRelease(release, 'annotate', '1.2.0'), new Date());
  await releases.publish(publication, { action: 'publish', by: 'a test' });
  await movePointer(releases, 'annotate', { action: 'activate', version: '1.2.0' }, { by: 'a test' });
  await app.close();
  app = fastify();
  await app.register(createConsoleSite({ buildDir, config, releases, releasesUrl: 'https://cdn.example/live' }));

  const file = await requestUrl('/remotes/annotate/1.2.0/page.js');
  expect([file.statusCode, file.body]).toEqual([200, page]);
  expect(file.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    vary: 'accept-encoding',
  });
  const compressedResponse = await requestUrl('/remotes/annotate/1.2.0/page.js', { 'accept-encoding': 'br' });
  expect(compressedResponse.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(compressedResponse.rawPayload).toString()).toBe(page);
  for (const url of ['/remotes/annotate/1.2.0/other.js', '/remotes/annotate/1.2.0/..%2f..%2fregistry.json']) {
    expect((await requestUrl(url)).statusCode).toBe(404);
  }
  expect((await requestUrl('/main.0123abcd.js')).body).toBe('host code');
  const { remotes } = (await requestUrl('/registry.json')).json();
  expect(remotes.annotate.versions['1.2.0'].entry).toBe('https://cdn.example/live/remotes/annotate/1.2.0/entry.0123abcd.js');
  const policy = String((await requestUrl('/', NAVIGATION_HEADERS)).headers['content-security-policy']);
  for (const directive of ['script-src', 'style-src', 'img-src', 'font-src', 'connect-src']) {
    expect(policy).toMatch(new RegExp(`${directive} [^;]*https://cdn\\.example(;| )`));
  }

  await bucket.close();
  expect((await requestUrl('/registry.json')).statusCode).toBe(200);
});

it('serves the cached registry while the bucket hangs, and the new one afterwards', async () => {
  const bucket = await startConditionalS3();
  const bucketLocation = { settings: bucket.settings, prefix: 'live/', oneWriter: false };
  const publish = async (version: string) => {
    const release = createReleaseFiles(version);
    const publication = await createPublication(release, readBuiltRelease(release, 'annotate', version), new Date());
    const otherStore = createBucketStore(bucketLocation);
    await otherStore.publish(publication, { action: 'publish', by: 'a test' });
    await movePointer(otherStore, 'annotate', { action: 'activate', version }, { by: 'a test' });
  };
  await publish('1.2.0');
  await app.close();
  app = fastify();
  await app.register(createConsoleSite({ buildDir, config, releases: createBucketStore(bucketLocation) }));
  const readActiveVersion = async () => (await requestUrl('/registry.json')).json().remotes.annotate.active;
  expect(await readActiveVersion()).toBe('1.2.0');
  await publish('1.3.0');
  bucket.hang(true);
  // Wait until the cached registry is no longer fresh.
  await pause(1100);
  expect(await Promise.all([readActiveVersion(), readActiveVersion()])).toEqual(['1.2.0', '1.2.0']);
  bucket.hang(false);
  while ((await readActiveVersion()) !== '1.3.0') await pause(50);
  await bucket.close();
});

it('returns Retry-After if the registry could never be read', async () => {
  const bucket = await startConditionalS3();
  const releases = createBucketStore({ settings: bucket.settings, prefix: 'live/', oneWriter: false });
  await bucket.close();
  await app.close();
  app = fastify();
  await app.register(createConsoleSite({ buildDir, config, releases }));
  const response = await requestUrl('/registry.json');
  expect(response.statusCode).toBe(503);
  expect(response.headers['retry-after']).toBe('1');
});
