/** @jest-environment-options {"dom": true} */
import { type EntryRequest, loadEntryScript } from './entry-script';

const CODE = 'var console_annotate = {}';
/** Integrity hash of CODE, as the fake `crypto.subtle` computes it. */
const integrity = `sha384-${'A'.repeat(64)}`;
const request: EntryRequest = {
  url: 'http://localhost/remotes/annotate/1.0.0/entry.js',
  integrity,
  globalName: 'console_annotate',
  timeoutMs: 120_000,
};
const globals = globalThis as unknown as Record<string, unknown>;

function findScript(): HTMLScriptElement {
  const element = document.head.querySelector('script');
  if (!element) throw new Error('The document has no script');
  return element;
}
function respondWith(status: number, body: string, type: string): void {
  globals.fetch = async () => ({
    ok: status === 200,
    status,
    headers: new Headers({ 'content-type': type }),
    arrayBuffer: async () => new TextEncoder().encode(body).buffer,
  });
}
class Headers {
  constructor(private readonly values: Record<string, string>) {}
  get = (name: string) => this.values[name] ?? null;
}

beforeAll(() => {
  const digest = async (_algorithm: string, data: ArrayBuffer) =>
    new Uint8Array(48).fill(new TextDecoder().decode(data) === CODE ? 0 : 1).buffer;
  Object.defineProperty(globalThis.crypto, 'subtle', { value: { digest }, configurable: true });
});
afterEach(() => {
  delete globals.fetch;
  document.head.replaceChildren();
});

it('runs the script with its integrity hash and returns the container', async () => {
  const loading = loadEntryScript(request);
  expect(findScript().src).toBe(request.url);
  expect(findScript().integrity).toBe(integrity);
  expect(findScript().crossOrigin).toBe('anonymous');
  const container = { get: jest.fn(), init: jest.fn() };
  globals.console_annotate = container;
  findScript().dispatchEvent(new Event('load'));
  expect(await loading).toBe(container);
  expect(document.head.querySelector('script')).toBeNull();
});

it.each([
  ['defines no container', undefined],
  ['defines something else', { version: 1 }],
])('reports a script that %s', async (_title, definedValue) => {
  globals.console_annotate = { get: jest.fn(), init: jest.fn(), source: 'an earlier attempt' };
  const loading = loadEntryScript(request);
  if (definedValue !== undefined) globals.console_annotate = definedValue;
  findScript().dispatchEvent(new Event('load'));
  await expect(loading).rejects.toMatchObject({ kind: 'evaluation' });
});

it('reports a script that throws', async () => {
  const loading = loadEntryScript(request);
  window.dispatchEvent(new ErrorEvent('error', { filename: request.url, message: 'x is not defined' }));
  findScript().dispatchEvent(new Event('load'));
  await expect(loading).rejects.toMatchObject({ kind: 'evaluation', message: 'x is not defined' });
});

it.each([
  ['network', 'is missing', () => respondWith(404, '', 'application/json')],
  ['network', 'is an HTML document', () => respondWith(200, '<!doctype html>', 'text/html')],
  ['network', 'becomes available after the failure', () => respondWith(200, CODE, 'text/javascript')],
  ['integrity', 'differs from the published file', () => respondWith(200, 'evil()', 'text/javascript; charset=utf-8')],
])('reports %s if the file %s', async (kind, _title, prepareResponse) => {
  prepareResponse();
  const loading = loadEntryScript(request);
  findScript().dispatchEvent(new Event('error'));
  await expect(loading).rejects.toMatchObject({ kind });
});

it('reports network if the server is unreachable', async () => {
  globals.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  const loading = loadEntryScript(request);
  findScript().dispatchEvent(new Event('error'));
  await expect(loading).rejects.toMatchObject({ kind: 'network' });
});

it('the load of an entry script times out', async () => {
  jest.useFakeTimers();
  const loading = loadEntryScript(request);
  jest.advanceTimersByTime(120_000);
  jest.useRealTimers();
  await expect(loading).rejects.toMatchObject({ kind: 'timeout' });
  expect(document.head.querySelector('script')).toBeNull();
});
