/** @jest-environment-options {"dom": true} */
import type { FaultReport } from '@console/shared-contract/federation';
import { createRemote } from './testing/fake-remotes';
import { watchErrors } from './watch-errors';

const HOST_SCRIPT_URL = 'http://localhost/main.0123.js';
const ANNOTATE_SCRIPT_URL = 'http://localhost/remotes/annotate/1.0.0/images.0123.js';
const TRAINING_DEV_SCRIPT_URL = 'http://localhost:3100/in-host/src_jobs.js';
let stopWatching = (): void => undefined;
let reportedFaults: Omit<FaultReport, 'at'>[] = [];

beforeEach(() => {
  reportedFaults = [];
  const remotes = [
    createRemote('annotate'),
    { ...createRemote('training'), entry: 'http://localhost:3100/in-host/entry.js', override: 'http://localhost:3100' },
  ];
  const choice = { overrides: [], refused: [], disabled: [] };
  const state = { status: 'ready' as const, remotes, missing: [], outdated: false, choice };
  stopWatching = watchErrors({ getState: () => state }, (fault) => reportedFaults.push(fault));
});
afterEach(() => stopWatching());

function createErrorWithTrace(message: string, ...files: string[]): Error {
  return Object.assign(new Error(message), {
    stack: [`Error: ${message}`, ...files.map((file) => `    at f (${file}:1:2)`)].join('\n'),
  });
}
const dispatchError = (error: Error, filename = '') =>
  window.dispatchEvent(new ErrorEvent('error', { error, message: error.message, filename }));
const dispatchRejection = (reason: unknown) => window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));

it('reports an error in a handler with its remote and version', () => {
  dispatchError(createErrorWithTrace('no such shape', ANNOTATE_SCRIPT_URL, HOST_SCRIPT_URL));
  expect(reportedFaults).toEqual([
    expect.objectContaining({
      kind: 'event',
      remote: 'annotate',
      version: '1.0.0',
      message: expect.stringContaining('no such shape'),
    }),
  ]);
});

it('uses the file name if there is no stack trace', () => {
  window.dispatchEvent(new ErrorEvent('error', { message: 'Script error.', filename: ANNOTATE_SCRIPT_URL }));
  expect(reportedFaults).toMatchObject([{ remote: 'annotate', message: 'Script error.' }]);
});

it('reports an unhandled rejection, also of a development build', () => {
  dispatchRejection(createErrorWithTrace('no response', HOST_SCRIPT_URL, TRAINING_DEV_SCRIPT_URL, ANNOTATE_SCRIPT_URL));
  expect(reportedFaults).toMatchObject([{ kind: 'event', remote: 'training', override: 'http://localhost:3100' }]);
});

it('ignores errors of the host, values that are not errors and aborted requests', () => {
  dispatchError(createErrorWithTrace('error of the host', HOST_SCRIPT_URL), HOST_SCRIPT_URL);
  dispatchRejection(undefined);
  dispatchRejection(Object.assign(createErrorWithTrace('canceled', ANNOTATE_SCRIPT_URL), { name: 'CanceledError' }));
  expect(reportedFaults).toEqual([]);
});

it('reports a repeated error once', () => {
  for (let attempt = 0; attempt < 5; attempt += 1) dispatchError(createErrorWithTrace('no such shape', ANNOTATE_SCRIPT_URL));
  dispatchError(createErrorWithTrace('another', ANNOTATE_SCRIPT_URL));
  expect(reportedFaults).toHaveLength(2);
});

it('watchErrors removes its listeners when it stops', () => {
  stopWatching();
  dispatchRejection(createErrorWithTrace('no such shape', ANNOTATE_SCRIPT_URL));
  expect(reportedFaults).toEqual([]);
});
