import { act, render, screen } from '@testing-library/react';
import { api } from '../api/api';
import { LoadState } from '../state/load-state';
import { resourcesStateAtom, servicesAtom } from '../state/atoms';
import { switchWorkspace } from '../session/actions';
import { SessionProvider } from '../session/session-provider';
import { consoleStore } from '../state/store';
import { deferred, page, signInForTest, stubApi, testWorkspace, type StubRequest } from '../testing';
import { invalidateWorkspace, useWorkspaceQuery } from './use-workspace-query';

const otherWorkspace = { ...testWorkspace, id: '33333333-3333-4333-8333-333333333333', name: 'Other' };
const LIST_LABELS = 'GET /detection/v2/label/';

function Labels() {
  const { data } = useWorkspaceQuery({ key: ['detection', 'labels'], load: (scope) => api.call(LIST_LABELS, scope) });
  return <p>{data ? data.results.map((row) => row.name).join(', ') : 'waiting'}</p>;
}
const renderLabels = () => render(<Labels />, { wrapper: SessionProvider });

beforeEach(() => signInForTest({ workspaces: [testWorkspace, otherWorkspace] }));

test('useWorkspaceQuery waits for the services, then sends the workspace', async () => {
  consoleStore.set(resourcesStateAtom, LoadState.LOADING);
  const stub = stubApi({ [LIST_LABELS]: page([{ name: 'Cup' }]) });
  renderLabels();
  expect(screen.getByText('waiting')).toBeVisible();
  expect(stub.requests).toHaveLength(0);
  act(() => {
    consoleStore.set(servicesAtom, ['custom-object-detection']);
    consoleStore.set(resourcesStateAtom, LoadState.LOADED);
  });
  expect(await screen.findByText('Cup')).toBeVisible();
  expect(stub.requests[0]?.query).toEqual({ workspace: testWorkspace.id });
});

test('a late response of the previous workspace is never shown', async () => {
  const lateResponse = deferred();
  stubApi({
    [LIST_LABELS]: ({ query }: StubRequest) =>
      query.workspace === otherWorkspace.id ? page([{ name: 'Second' }]) : lateResponse.promise,
    'GET /account/v2/resource': { count: 1, next: null, previous: null, results: [{ service: { slug: 'annotate', name: '' } }] },
  });
  renderLabels();
  await act(() => switchWorkspace(otherWorkspace.id));
  expect(await screen.findByText('Second')).toBeVisible();
  await act(async () => lateResponse.resolve(page([{ name: 'First' }])));
  expect(screen.queryByText('First')).toBeNull();
  expect(screen.getByText('Second')).toBeVisible();
});

test('invalidateWorkspace refetches a visible query', async () => {
  const stub = stubApi({ [LIST_LABELS]: page([{ name: 'Cup' }]) });
  renderLabels();
  await screen.findByText('Cup');
  stub.addHandlers({ [LIST_LABELS]: page([{ name: 'Cup' }, { name: 'Plate' }]) });
  await act(() => invalidateWorkspace('detection', 'labels'));
  expect(await screen.findByText('Cup, Plate')).toBeVisible();
});
