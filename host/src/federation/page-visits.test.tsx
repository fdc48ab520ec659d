import { resetSessionForTest, signInForTest, stubApi } from '@console/shared-auth/testing';
import { EmptyState } from '@console/shared-ui/basics';
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { recordFault } from './fault-log';
import { MAX_VISIT_MS, startVisit } from './page-visits';
import { createRemote } from './testing/fake-remotes';
import { createTestFederation, renderFederation } from './testing/federation-harness';

const createComparedRemote = (flags = {}) => ({ ...createRemote(), reportsVisits: true, ...flags });
const fetchMock = jest.fn(async (_url: string, _options: { body: string }) => new Response());
const listVisits = () => fetchMock.mock.calls.map(([, { body }]) => JSON.parse(body) as object);

beforeEach(() => {
  resetSessionForTest();
  stubApi({ 'POST /account/v2/console-fault': null });
  fetchMock.mockClear();
  window.fetch = fetchMock as unknown as typeof fetch;
  signInForTest();
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('reports the times of a page that displays data, when the tab is hidden', async () => {
  function ImagesPage() {
    const [isLoaded, setLoaded] = useState(false);
    return isLoaded ? <EmptyState>No images</EmptyState> : <button onClick={() => setLoaded(true)}>Load</button>;
  }
  const remotes = [createComparedRemote({ isCanary: true })];
  await renderFederation(
    createTestFederation({ './images': { ImagesPage } }, { registries: [{ ok: true, remotes, faults: [] }] }),
  );
  const loadButton = await screen.findByRole('button', { name: 'Load' });
  act(() => loadButton.click());
  expect(await screen.findByText('No images')).toBeVisible();
  expect(listVisits()).toEqual([]);
  document.dispatchEvent(new Event('visibilitychange'));
  const visit = { remote: 'annotate', version: '1.0.0', reason: 'canary', failed: false };
  await waitFor(() =>
    expect(listVisits()).toEqual([{ ...visit, displayed_ms: expect.any(Number), ready_ms: expect.any(Number) }]),
  );
});

it('reports a failed visit immediately and only once', async () => {
  const endVisit = startVisit(createComparedRemote(), () => undefined);
  const fault = { kind: 'event', message: 'broken', version: '1.0.0', part: 'event' } as const;
  recordFault({ ...fault, remote: 'training' });
  recordFault({ ...fault, remote: 'annotate' });
  recordFault({ ...fault, remote: 'annotate' });
  endVisit();
  await waitFor(() => expect(listVisits()).toEqual([{ remote: 'annotate', version: '1.0.0', reason: 'active', failed: true }]));
});

it('reports a page that is not ready after 30 seconds', async () => {
  jest.useFakeTimers();
  startVisit(createComparedRemote(), () => undefined);
  await jest.advanceTimersByTimeAsync(MAX_VISIT_MS);
  expect(listVisits()).toMatchObject([{ failed: false }]);
});

it.each([
  ['a remote that is not compared', createRemote()],
  ['a fallback', createComparedRemote({ isFallback: true })],
  ['an override', createComparedRemote({ override: '1.0.0' })],
])('does not report a visit to %s', (_title, remote) => {
  startVisit(remote, () => undefined)();
  expect(listVisits()).toEqual([]);
});
