import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseDestination } from './destination';
import { isPublicAddress } from './public-address';
import { sendMessage, type SendOptions } from './send';

let server: Server;
let respondToRequest: RequestListener = (_request, response) => response.end();
let connections: string[] = [];
let port: number;
beforeAll(async () => {
  server = createServer((request, response) => respondToRequest(request, response));
  server.on('connection', ({ localAddress }) => void connections.push(localAddress ?? ''));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  connections = [];
  respondToRequest = (_request, response) => response.end('ok');
});

const isLocal = (address: string) => address === '127.0.0.1';
const resolveLocally = async () => [{ address: '127.0.0.1', family: 4 }];
const sendToReceiver = (options: SendOptions = {}, host = 'receiver.test', isTrusted = false) =>
  sendMessage(
    { url: new URL(`http://${host}:${port}/hook`), headers: {}, body: '{}', isTrusted },
    { resolve: resolveLocally, isPublic: isLocal, ...options },
  );

describe('isPublicAddress', () => {
  it.each([
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '0.0.0.0', '100.64.0.1', '192.0.2.1'],
    ...['198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '::', '::1', 'fe80::1', 'fc00::1', 'fd00:ec2::254', 'ff02::1'],
    ...['::ffff:10.0.0.1', '::ffff:8.8.8.8', '::7f00:1', '64:ff9b::a00:1', '64:ff9b:1::a00:1', '2002:a00:1::', '2001:0:1::1'],
    ...['2001:db8::1', 'fec0::1', 'fe80::1%eth0', 'localhost', '', '1.2.3'],
  ])('refuses %s', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(['8.8.8.8', '93.184.216.34', '2606:2800:220:1::1', '2a00:1450:4001::1'])('accepts %s', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );
});

describe('parseDestination', () => {
  it.each([
    ['http://receiver.example/', 'must start with https://'],
    ['ftp://receiver.example/', 'must be an https URL'],
    ['receiver.example', 'must be an https URL'],
    ['https://', 'must be an https URL'],
    ['https://user:secret@receiver.example/', 'user name or password'],
    ['https://receiver.example/\r\nX-Injected: 1', 'without spaces'],
    ['https://receiver.example/a b', 'without spaces'],
    ['https://receiver.example/\ta', 'without spaces'],
    ['https://127.0.0.1/', 'public address'],
    ['https://2130706433/', 'public address'],
    ['https://0x7f.1/', 'public address'],
    ['https://0177.0.0.1/', 'public address'],
    ['https://[::1]/', 'public address'],
    ['https://[::ffff:169.254.169.254]/', 'public address'],
    ['https://169.254.169.254/latest/meta-data', 'public address'],
  ])('refuses %j', (text, reason) => {
    expect(() => parseDestination(text, ['trusted.internal'])).toThrow(expect.objectContaining({ status: 400 }));
    expect(() => parseDestination(text, ['trusted.internal'])).toThrow(reason);
  });

  it('accepts public hosts, and everything on the hosts of the operator', () => {
    expect(parseDestination('https://receiver.example:8443/a?b=c', []).host).toBe('receiver.example:8443');
    expect(parseDestination('http://trusted.internal:9000/', ['trusted.internal']).protocol).toBe('http:');
    expect(parseDestination('http://10.0.0.1:9000/', ['10.0.0.1:9000']).hostname).toBe('10.0.0.1');
    expect(() => parseDestination('http://10.0.0.1:9001/', ['10.0.0.1:9000'])).toThrow('https://');
  });
});

describe('sendMessage', () => {
  it('connects to the address that it has checked, even if the host name resolves differently later', async () => {
    let lookupCount = 0;
    const resolveHost = async () => {
      lookupCount += 1;
      return [{ address: lookupCount === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
    };
    expect(await sendToReceiver({ resolve: resolveHost })).toMatchObject({ status: 200, response: 'ok', error: null });
    expect([lookupCount, connections]).toEqual([1, ['127.0.0.1']]);
  });

  it('does not connect to private addresses unless the operator allows the host', async () => {
    const resolveHost = async () => [...(await resolveLocally()), { address: '10.0.0.1', family: 4 }];
    expect(await sendToReceiver({ resolve: resolveHost })).toMatchObject({
      status: null,
      error: expect.stringContaining('public address'),
    });
    expect(await sendToReceiver({ isPublic: undefined }, '127.0.0.1')).toMatchObject({
      status: null,
      error: expect.stringContaining('public'),
    });
    expect(connections).toEqual([]);
    expect(await sendToReceiver({ isPublic: undefined }, '127.0.0.1', true)).toMatchObject({ status: 200 });
  });

  it('does not follow redirects', async () => {
    const requestedPaths: string[] = [];
    respondToRequest = ({ url }, response) => {
      requestedPaths.push(url ?? '');
      response.writeHead(307, { location: `http://127.0.0.1:${port}/internal` }).end();
    };
    expect(await sendToReceiver()).toMatchObject({ status: 307, error: expect.stringContaining('307') });
    expect(requestedPaths).toEqual(['/hook']);
  });

  it('reads only the beginning of an endless response', async () => {
    respondToRequest = (_request, response) => {
      const writeChunks = () => {
        while (!response.destroyed && response.write('x\u0000'.repeat(5_000)));
      };
      response.on('drain', writeChunks);
      writeChunks();
    };
    const { status, response } = await sendToReceiver();
    expect([status, response?.length, response?.includes('\u0000')]).toEqual([200, 2_000, false]);
  });

  it('ends after the timeout: no response, a slow response or a slow resolution', async () => {
    respondToRequest = () => undefined;
    expect(await sendToReceiver({ timeoutMs: 50 })).toMatchObject({
      status: null,
      error: 'There was no response within 0.05 seconds.',
    });
    respondToRequest = (_request, response) => void response.write('partial');
    expect(await sendToReceiver({ timeoutMs: 150 })).toMatchObject({ status: 200, response: 'partial', error: null });
    const neverResolved = new Promise<never>(() => undefined);
    expect(await sendToReceiver({ timeoutMs: 50, resolve: () => neverResolved })).toMatchObject({
      error: expect.stringContaining('no response'),
    });
  });

  it('describes failed connections without addresses', async () => {
    const resolveHost = () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }));
    expect((await sendToReceiver({ resolve: resolveHost })).error).toBe('The host name was not found.');
    expect((await sendToReceiver({ resolve: async () => [] })).error).toBe('The host name was not found.');
    respondToRequest = ({ socket }) => void socket.destroy();
    expect((await sendToReceiver()).error).toBe('The connection failed (ECONNRESET).');
    respondToRequest = ({ socket }) =>
      void socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n');
    expect((await sendToReceiver()).error).toMatch(/^The connection failed/);
    respondToRequest = ({ socket }) => void socket.end(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`);
    expect((await sendToReceiver()).error).toMatch(/^The connection failed \(HPE_HEADER_OVERFLOW\)/);
  });
});
