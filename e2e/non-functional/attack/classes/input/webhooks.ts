import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookDelivery } from '@console/shared-contract/api';
import { waitUntil } from '../../../../../server/src/testing/wait/wait-until';
import type { TestResponse } from '../../../../../server/src/testing/api/client';
import { createAttempt, type AttackClass, type AttackContext, type Attempt, type Tenant } from '../../harness/attack-class';

const WEBHOOKS_PATH = '/webhooks/v2/webhook/';
const EVENT_KINDS = ['image.created'];

/** URLs of the internal network, with the port of a local server. */
const listInternalUrls = (port: number) => [
  ...[`http://127.0.0.1:${port}/`, `https://127.0.0.1:${port}/`, `https://2130706433:${port}/`, `https://0x7f000001:${port}/`],
  ...[`https://0177.1:${port}/`, `https://0:${port}/`, `https://[::1]:${port}/`, `https://[::]:${port}/`],
  ...[`https://[::ffff:127.0.0.1]:${port}/`, `https://[64:ff9b::7f00:1]:${port}/`, `https://[2002:7f00:1::]:${port}/`],
  ...['https://169.254.169.254/latest/meta-data', 'https://[fd00:ec2::254]/latest', 'https://10.0.0.1/', 'https://192.168.0.1/'],
  ...[`https://user@127.0.0.1:${port}/`, `https://receiver.example@127.0.0.1:${port}/`, `https://127。0。0。1:${port}/`],
  ...['file:///etc/passwd', 'gopher://127.0.0.1/', 'javascript:alert(1)', '//receiver.example/', ''],
];
const INJECTED_URLS = ['\r\nX-Injected: 1', '\nHost: internal', ' HTTP/1.1', '\t', '\u0000', '\u2028', 'é'].map(
  (part) => `https://receiver.example/a${part}`,
);

/**
 * Workspace owners use webhooks to reach the internal network, to exhaust the server, or to access webhooks of other workspaces.
 */
export const webhooks: AttackClass = {
  name: 'webhooks',
  run: async (context) => {
    const [tenant, otherTenant] = [await context.createTenant(), await context.createTenant()];
    return [
      ...(await tryInternalUrls(context, tenant)),
      ...(await tryForeignIds(tenant, otherTenant)),
      ...(await sendEndlessResponses(context)),
    ];
  },
};

const isRefused = ({ status }: TestResponse) => status >= 400 && status < 500;
const formatResponse = ({ status, text }: TestResponse) => `${status} ${text.slice(0, 200)}`;

async function sendTest({ client }: Pick<Tenant, 'client'>, id: string): Promise<WebhookDelivery> {
  await client.post(`${WEBHOOKS_PATH}${id}/test`);
  let delivery: WebhookDelivery | undefined;
  await waitUntil(async () => {
    const { body } = await client.get(`${WEBHOOKS_PATH}${id}/delivery/`);
    delivery = (body as { results: WebhookDelivery[] }).results.find(({ kind }) => kind === 'test');
    return delivery !== undefined && delivery.state !== 'waiting';
  });
  return delivery!;
}

async function tryInternalUrls(context: AttackContext, tenant: Tenant): Promise<Attempt[]> {
  let requestCount = 0;
  const internalServer = createServer((_request, response) => {
    requestCount += 1;
    response.end();
  });
  await new Promise<void>((resolve) => {
    internalServer.listen(0, '127.0.0.1', resolve);
  });
  const { port } = internalServer.address() as AddressInfo;
  const attempts: Attempt[] = [];
  for (const url of [...listInternalUrls(port), ...INJECTED_URLS]) {
    const response = await tenant.client.post(WEBHOOKS_PATH, { name: 'X', url, kinds: EVENT_KINDS });
    attempts.push(createAttempt(`create ${JSON.stringify(url)}`, isRefused(response), formatResponse(response)));
    const patchResponse = await tenant.client.patch(`${WEBHOOKS_PATH}${tenant.sampleRows.webhook}`, { url });
    attempts.push(createAttempt(`change to ${JSON.stringify(url)}`, isRefused(patchResponse), formatResponse(patchResponse)));
  }
  // The URL check accepts host names without resolving them, so a name that resolves to this machine passes.
  const { body } = await tenant.client.post(WEBHOOKS_PATH, { name: 'X', url: `https://localhost:${port}/`, kinds: EVENT_KINDS });
  const { state, error } = await sendTest(tenant, (body as { id: string }).id);
  attempts.push(
    createAttempt('deliver to a name of this machine', state === 'failed' && /public/.test(error ?? ''), `${state} ${error}`),
  );
  // Store the URL in the database, as if the operator had removed its host from WEBHOOK_PRIVATE_HOSTS later.
  const storedUrl = { url: `http://127.0.0.1:${port}/` };
  await context.db.updateTable('webhook').set(storedUrl).where('id', '=', tenant.sampleRows.webhook).execute();
  const deliveryToStoredUrl = await sendTest(tenant, tenant.sampleRows.webhook);
  attempts.push(createAttempt('deliver to a stored address', deliveryToStoredUrl.state === 'failed', deliveryToStoredUrl.state));
  internalServer.close();
  return [...attempts, createAttempt('requests to this machine', requestCount === 0, String(requestCount))];
}

async function tryForeignIds({ client }: Tenant, { sampleRows }: Tenant): Promise<Attempt[]> {
  const calls = {
    read: client.get(`${WEBHOOKS_PATH}${sampleRows.webhook}/delivery/`),
    change: client.patch(`${WEBHOOKS_PATH}${sampleRows.webhook}`, { enabled: false }),
    delete: client.delete(`${WEBHOOKS_PATH}${sampleRows.webhook}`),
    rotate: client.post(`${WEBHOOKS_PATH}${sampleRows.webhook}/rotate-secret`),
    test: client.post(`${WEBHOOKS_PATH}${sampleRows.webhook}/test`),
    replay: client.post(`/webhooks/v2/delivery/${sampleRows.delivery}/replay`),
    list: client.get(WEBHOOKS_PATH, { workspace: sampleRows.workspace }),
    create: client.post(WEBHOOKS_PATH, {
      name: 'X',
      url: 'https://receiver.example/',
      kinds: EVENT_KINDS,
      workspace: sampleRows.workspace,
    }),
  };
  const attempts: Attempt[] = [];
  for (const [call, request] of Object.entries(calls)) {
    const response = await request;
    attempts.push(createAttempt(`${call} of another workspace`, response.status === 404, formatResponse(response)));
  }
  return attempts;
}

/** A receiver that the operator allows sends endless, slow and malformed responses. */
async function sendEndlessResponses(context: AttackContext): Promise<Attempt[]> {
  const receiver = createServer((request, response) => {
    if (request.url === '/slow') return;
    if (request.url === '/headers') {
      response.socket?.write(`HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(1_000_000)}\r\n`);
      return;
    }
    if (request.url === '/redirect') {
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
      return;
    }
    const writeChunk = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', writeChunk);
    writeChunk();
  });
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const server = await context.startServer({ WEBHOOK_PRIVATE_HOSTS: host });
  const tenant = await server.createEmptyTenant();
  const attempts: Attempt[] = [];
  for (const [path, expected] of Object.entries({
    slow: 'failed',
    headers: 'failed',
    redirect: 'failed',
    endless: 'delivered',
  })) {
    const { body } = await tenant.client.post(WEBHOOKS_PATH, { name: path, url: `http://${host}/${path}`, kinds: EVENT_KINDS });
    const { state, response } = await sendTest(tenant, (body as { id: string }).id);
    const isSafe = state === expected && (response?.length ?? 0) <= 2_000;
    attempts.push(createAttempt(`${path} response`, isSafe, `${state}, ${response?.length} characters`));
  }
  receiver.closeAllConnections();
  receiver.close();
  return attempts;
}
