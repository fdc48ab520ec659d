import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createImageBase64 } from '../../../../../server/src/testing/api/fixtures';
import { startModelServer } from '../../../../../server/src/testing/api/model-server';
import { createAttempt, type AttackClass, type Attempt, type AttackServer } from '../../harness/attack-class';

/** URLs in different notations that point to this machine. */
const listUrls = (port: number, allowedPort: number) => [
  ...[
    '127.0.0.1',
    'localhost',
    'LOCALHOST',
    'localhost.',
    '127.1',
    '127.0.1',
    '0',
    '0.0.0.0',
    '127.0.0.2',
    '2130706433',
    '0x7f.1',
  ].map((host) => `http://${host}:${port}/x.png`),
  ...[
    '0x7f000001',
    '0177.0.0.1',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:0:0:1]',
    '１２７.0.0.1',
  ].map((host) => `http://${host}:${port}/x.png`),
  // Names that public DNS servers resolve to loopback.
  ...['localtest.me', '127.0.0.1.nip.io', 'ip6-localhost', 'localhost.localdomain'].map((host) => `http://${host}:${port}/x.png`),
  `http://127.0.0.1:${allowedPort}@127.0.0.1:${port}/x.png`,
  `http://user:pass@127.0.0.1:${port}/x.png`,
  `http://127.0.0.1:${port}#@127.0.0.1:${allowedPort}/`,
  `http://127.0.0.1:${port}\\@127.0.0.1:${allowedPort}/`,
  `http://127.0.0.1:${port}/api/files/${'0'.repeat(48)}.png`,
  `HTTP://127.0.0.1:${port}/`,
  `//127.0.0.1:${port}/`,
  `http:127.0.0.1:${port}/`,
  `http:///127.0.0.1:${port}/`,
  ` http://127.0.0.1:${port}/ `,
  `http://127.0.0.1:${port}\t/`,
  ...['https', 'ftp', 'gopher', 'ws', 'dict', 'ldap', 'blob:http'].map((scheme) => `${scheme}://127.0.0.1:${port}/x.png`),
  'file:///etc/passwd',
  'file://localhost/etc/passwd',
  'data:image/png;base64,iVBORw0KGgo=',
  'http://169.254.169.254/latest/meta-data/',
  'http://[fd00:ec2::254]/latest/',
];
const REDIRECT_STATUSES = [301, 302, 303, 307, 308];

/** Starts a secret page that counts its requests, and an allowed host that redirects to it. */
async function startTraps() {
  let requestCount = 0;
  const internalServer = await startListening((_request, response) => {
    requestCount += 1;
    response.end('secret');
  });
  const allowedHost = await startListening((request, response) => {
    const status = Number(/^\/(\d{3})/.exec(request.url ?? '')?.[1]);
    response.writeHead(status || 404, { location: `http://127.0.0.1:${internalServer.port}/x.png` }).end();
  });
  return {
    secret: internalServer.port,
    allowed: allowedHost.port,
    resetCount: () => [requestCount, (requestCount = 0)][0] ?? 0,
    close: () => [internalServer, allowedHost].forEach(({ server }) => server.close()),
  };
}

/** Sends URLs of this machine and of internal networks, and redirects to them, as `url` of uploads and `_url` of predictions. */
export const ssrf: AttackClass = {
  name: 'ssrf',
  run: async ({ startServer }) => {
    const trapServers = await startTraps();
    const models = await startModelServer();
    models.answer(() => ({ json: { records: [{ descriptor: [1] }] } }));
    try {
      const environment = { MODEL_SERVER_URL: models.url };
      const serverWithoutHosts = await startServer(environment);
      const openServer = await startServer({
        ...environment,
        ALLOW_UPLOAD_BY_URL: `127.0.0.1:${trapServers.allowed},pictures.example`,
      });
      const attempts: Attempt[] = [];
      for (const [allowList, server] of [
        ['none allowed', serverWithoutHosts],
        ['one host allowed', openServer],
      ] as const) {
        const sendUrl = await createSender(server);
        const redirects =
          allowList === 'none allowed'
            ? []
            : REDIRECT_STATUSES.map((status) => `http://127.0.0.1:${trapServers.allowed}/${status}`);
        for (const url of [
          ...listUrls(trapServers.secret, trapServers.allowed),
          ...redirects,
          `http://127.0.0.1:${trapServers.allowed}/page`,
        ]) {
          models.requests.length = 0;
          for (const [call, response] of await sendUrl(url)) {
            const requestCount = trapServers.resetCount();
            const isSent = JSON.stringify(models.requests).includes(Buffer.from('secret').toString('base64'));
            const isSafe = requestCount === 0 && !isSent && response.status === 400 && !response.text.includes('secret');
            attempts.push(
              createAttempt(
                `${call} ${url}, ${allowList}`,
                isSafe,
                `${response.status} ${response.text.slice(0, 200)}, ${requestCount} requests arrived`,
              ),
            );
          }
        }
      }
      return attempts;
    } finally {
      trapServers.close();
      await models.close();
    }
  },
};

/** Returns a function that sends a URL to all calls that accept one. */
async function createSender(server: AttackServer) {
  const { client, sampleRows } = await server.createTenant();
  return async (url: string) => {
    const upload = await client.post('/recognition/v2/training-image/', { url });
    const product = await client.post('/product/v2/image/', { url, product: sampleRows.product });
    const records = [{ _url: url }];
    const predict = await client.post('/similarity/training/v2/descriptor', { records, task_id: sampleRows.similarityTask });
    const mixedResponse = await client.post('/similarity/training/v2/descriptor', {
      records: [{ _base64: await createImageBase64() }, ...records],
      task_id: sampleRows.similarityTask,
    });
    return [
      ['upload', upload],
      ['product image', product],
      ['descriptor', predict],
      ['descriptor together with an image', mixedResponse],
    ] as const;
  };
}

function startListening(handler: Parameters<typeof createServer>[1]): Promise<{ server: Server; port: number }> {
  return new Promise((resolve) => {
    const server = createServer({}, handler).listen(0, () => resolve({ server, port: (server.address() as AddressInfo).port }));
  });
}
