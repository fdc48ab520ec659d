/** @jest-environment-options {"dom": true} */
import type { FaultReport } from '@console/shared-contract/federation';
import { createRemote } from './testing/fake-remotes';
import { watchErrors } from './watch-errors';

const HOST = 'http://localhost/main.0123.js';
const ANNOTATE = 'http://localhost/remotes/annotate/1.0.0/images.0123.js';
const TRAINING = 'http://localhost:3100/in-host/src_jobs.js';
let stopWatching = (): void => undefined;
let reports: Omit<FaultReport, 'at'>[] = [];

beforeEach(() => {
  reports = [];
  const remotes = [
    createRemote('annotate'),
    { ...createRemote('training'), entry: 'http://localhost:3100/in-host/entry.js', override: 'http://localhost:3100' },
  ];
  const choice = { overrides: [], refused: [], disabled: [] };
  const state = { status: 'ready' as const, remotes, missing: [], outdated: false, choice };
  stopWatching = watchErrors({ getState: () => state }, (fault) => reports.push(fault));
});
afterEach(() => stopWatching());

function createErrorIn(message: string, ...files: string[]): Error {
  return Object.assign(new Error(message), {
    stack: [`Error: ${message}`, ...files.map((file) => `    at f (${file}:1:2)`)].join('\n'),
  });
}
const dispatchError = (error: Error, filename = '') =>
  window.dispatchEvent(new ErrorEvent('error', { error, message: error.message, filename }));
const dispatchRejection = (reason: unknown) => window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));

it('reports an error in a handler with its remote and version', () => {
  dispatchError(createErrorIn('no such shape', ANNOTATE, HOST));
  expect(reports).toEqual([
    expect.objectContaining({
      kind: 'event',
      remote: 'annotate',
      version: '1.0.0',
      message: expect.stringContaining('no such shape'),
    }),
  ]);
});

it('uses the file name if there is no stack trace', () => {
  window.dispatchEvent(new ErrorEvent('error', { message: 'Script error.', filename: ANNOTATE }));
  expect(reports).toMatchObject([{ remote: 'annotate', message: 'Script error.' }]);
});

it('reports an unhandled rejection, also of a development build', () => {
  dispatchRejection(createErrorIn('no response', HOST, TRAINING, ANNOTATE));
  expect(reports).toMatchObject([{ kind: 'event', remote: 'training', override: 'http://localhost:3100' }]);
});

it('ignores errors of the host, values that are not errors and aborted requests', () => {
  dispatchError(createErrorIn('error of the host', HOST), HOST);
  dispatchRejection(undefined);
  dispatchRejection(Object.assign(createErrorIn('canceled', ANNOTATE), { name: 'CanceledError' }));
  expect(reports).toEqual([]);
});

it('reports a repeated error once', () => {
  for (let attempt = 0; attempt < 5; attempt += 1) dispatchError(createErrorIn('no such shape', ANNOTATE));
  dispatchError(createErrorIn('another', ANNOTATE));
  expect(reports).toHaveLength(2);
});

it('watchErrors removes its listeners when it stops', () => {
  stopWatching();
  dispatchRejection(createErrorIn('no such shape', ANNOTATE));
  expect(reports).toEqual([]);
});
