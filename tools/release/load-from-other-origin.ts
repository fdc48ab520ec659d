import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { getContainerName, type Manifest } from '@console/shared-contract/federation';
import * as runtimeCore from '@module-federation/runtime/core';
import type * as Jsdom from 'jsdom';
import { readSharedVersions } from '../webpack/shared-packages';
import { createShareScope } from './container';

const HOST_DIR = path.resolve(__dirname, '../../host');
const MAX_RETRIES = 20;

interface Container {
  init: (scope: ReturnType<typeof createShareScope>) => unknown;
  get: (expose: string) => Promise<() => unknown>;
}

/** Starts a server for the files of a folder, which pages of other origins may load. The server records the requested paths. */
async function serveFolder(dir: string, isRefused: (file: string) => boolean) {
  const requests: string[] = [];
  const server: Server = createServer(({ url = '' }, response) => {
    requests.push(url);
    const file = path.join(dir, path.basename(url.split('?')[0] ?? ''));
    const isFound = existsSync(file) && !isRefused(url);
    const headers = { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' };
    response.writeHead(isFound ? 200 : 503, headers).end(isFound ? readFileSync(file) : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

/**
 * Loads an exposed module of a built release into a page. The page and the release have different origins, and so two servers, both of
 * which have all files. The server of the release (`cdn`) refuses each chunk once. Returns the requests to both servers, the failures, and
 * the module after retries.
 */
export async function loadFromOtherOrigin(dir: string, packageDir: string, expose: string) {
  const { entry: entryFile, manifest } = JSON.parse(readFileSync(path.join(dir, 'release.json'), 'utf8')) as {
    entry: string;
    manifest: Pick<Manifest, 'name' | 'version'>;
  };
  const file = path.basename(entryFile);
  const page = await serveFolder(dir, () => false);
  const cdn = await serveFolder(dir, (url) => !url.includes(file) && !url.includes('?retry='));
  const { JSDOM, VirtualConsole } = createRequire(__filename)('jsdom') as typeof Jsdom;
  const dom = new JSDOM('<!doctype html><head></head>', {
    url: page.url,
    runScripts: 'dangerously',
    resources: 'usable',
    virtualConsole: new VirtualConsole(),
  });
  try {
    Object.assign(dom.window, { _FEDERATION_RUNTIME_CORE: runtimeCore, structuredClone });
    const script = dom.window.document.createElement('script');
    script.src = cdn.url + file;
    const scriptLoad = new Promise((resolve) => script.addEventListener('load', resolve));
    dom.window.document.head.append(script);
    await scriptLoad;
    const container = (dom.window as unknown as Record<string, Container>)[getContainerName(manifest.name, manifest.version)];
    if (!container) throw new Error('The entry defines no container');
    await container.init(createShareScope(readSharedVersions(HOST_DIR), packageDir));
    const loadExposedModule = async () => (await container.get(expose))() as Record<string, unknown>;
    const loadErrors: string[] = [];
    // Chunks fail one after the other, so several retries may be necessary.
    for (;;) {
      const module = await loadExposedModule().catch((error: unknown) => void loadErrors.push(String(error)));
      if (module || loadErrors.length > MAX_RETRIES)
        return { page: page.requests, cdn: cdn.requests, failures: loadErrors, module };
    }
  } finally {
    dom.window.close();
    for (const { server } of [page, cdn]) server.close();
  }
}
