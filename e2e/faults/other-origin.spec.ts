import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expectFaultReported, expectRemoteWorks, getFaults, navigateTo, openSignedIn } from '../support/console';
import { ConsoleServer } from '../support/console-server';
import { expect, LONG_RUN, test } from '../support/test';

const REMOTES_DIR = path.resolve(__dirname, '..', '..', 'build', 'remotes');
const SIMILARITY_CHUNK_PATH = /^\/remotes\/similarity\/[^/]+\/(?!entry)[^/]+\.js$/;

/** Serves the releases like a CDN. Changes a byte of each chunk of the similarity remote while `isChanged` returns true. */
function createChangedCdn(isChanged: () => boolean): Server {
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://cdn');
    readFile(path.join(REMOTES_DIR, pathname.replace(/^\/remotes\//, ''))).then(
      (content) => {
        if (isChanged() && SIMILARITY_CHUNK_PATH.test(pathname)) content[content.length - 1] = 0x20;
        response.setHeader('access-control-allow-origin', '*');
        response.setHeader('content-type', pathname.endsWith('.css') ? 'text/css' : 'text/javascript');
        response.end(content);
      },
      () => response.writeHead(404).end(),
    );
  });
}

test(
  'a changed chunk on another origin is refused and named, and runs once it is restored',
  LONG_RUN,
  async ({ browser, allowPageErrors }) => {
    test.setTimeout(120_000);
    allowPageErrors(/Failed to find a valid digest/);
    let isChanged = true;
    const cdn = createChangedCdn(() => isChanged);
    await new Promise<void>((resolve) => cdn.listen(0, '127.0.0.1', resolve));
    const cdnUrl = `http://127.0.0.1:${(cdn.address() as AddressInfo).port}`;
    const server = await ConsoleServer.create({ RELEASES_URL: cdnUrl });
    const page = await browser.newPage({ baseURL: server.url });
    try {
      await openSignedIn(page, '/images');
      // The unchanged remotes run from the CDN.
      await expectRemoteWorks(page, 'training');
      expect(await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))).toContainEqual(
        expect.stringMatching(new RegExp(`^${cdnUrl}/remotes/training/`)),
      );
      await navigateTo(page, 'Similarity');
      const alert = page.getByRole('main').getByRole('alert');
      await expect(alert).toContainText('differ from the published ones');
      await expectFaultReported(page, { remote: 'similarity', kind: 'integrity' });
      expect((await getFaults(page)).at(-1)?.message).toMatch(new RegExp(`${cdnUrl}/remotes/similarity/.+\\.js`));
      isChanged = false;
      await alert.getByRole('button', { name: 'Retry' }).click();
      await expectRemoteWorks(page, 'similarity');
    } finally {
      await page.close();
      await server.stopAndDelete();
      cdn.close();
    }
  },
);
