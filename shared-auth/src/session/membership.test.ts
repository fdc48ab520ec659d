/** @jest-environment-options {"dom": true} */
import { waitFor } from '@testing-library/react';
import { api } from '../api/api';
import { activeWorkspaceIdAtom, lostWorkspaceAtom, workspacesAtom } from '../state/atoms';
import { consoleStore } from '../state/store';
import { failWith, page, resetSessionForTest, signInForTest, stubApi, testWorkspace } from '../testing';
import { startSession, switchWorkspace } from './actions';

const LIST_IMAGES = 'GET /recognition/v2/training-image/';
const otherWorkspace = { ...testWorkspace, id: '33333333-3333-4333-8333-333333333333', name: 'Other', is_default: false };
const servicesResponse = { count: 1, next: null, previous: null, results: [{ service: { slug: 'annotate', name: 'annotate' } }] };
const getRole = () => consoleStore.get(workspacesAtom)[0]?.role;

/** Signs in to two workspaces. `response` is the response to the list of images. */
function startSessionWith(response: unknown, workspaces: readonly (typeof testWorkspace)[]) {
  resetSessionForTest();
  // Without tokens, the session only reacts to refused calls.
  stopSession = startSession();
  signInForTest({ workspaces: [testWorkspace, otherWorkspace] });
  return stubApi({
    [LIST_IMAGES]: response,
    'GET /account/v2/workspace/': workspaces,
    'GET /account/v2/resource': servicesResponse,
  });
}

let stopSession: (() => void) | undefined;
afterEach(() => stopSession?.());

test('a call that the role does not allow reloads the role', async () => {
  startSessionWith(failWith(403, 'Your role in the workspace does not allow this.'), [
    { ...testWorkspace, role: 'viewer' },
    otherWorkspace,
  ]);
  await expect(api.call(LIST_IMAGES)).rejects.toMatchObject({ status: 403 });
  await waitFor(() => expect(getRole()).toBe('viewer'));
  expect(consoleStore.get(lostWorkspaceAtom)).toBeNull();
});

test('the workspace of a removed member is lost until another workspace is opened', async () => {
  startSessionWith(failWith(404, 'Workspace not found.'), [otherWorkspace]);
  await expect(api.call(LIST_IMAGES)).rejects.toMatchObject({ status: 404 });
  await waitFor(() => expect(consoleStore.get(lostWorkspaceAtom)?.name).toBe('Demo'));
  expect(consoleStore.get(activeWorkspaceIdAtom)).toBe(testWorkspace.id);
  await switchWorkspace(otherWorkspace.id);
  expect(consoleStore.get(lostWorkspaceAtom)).toBeNull();
});

test('opening a workspace as a removed member marks the workspace as lost', async () => {
  const stub = startSessionWith(page([]), [testWorkspace]);
  stub.addHandlers({ 'GET /account/v2/resource': failWith(404, 'Workspace not found.') });
  await switchWorkspace(otherWorkspace.id);
  expect(consoleStore.get(lostWorkspaceAtom)?.name).toBe('Other');
  expect(consoleStore.get(workspacesAtom)).toEqual([testWorkspace]);
});

test('a 404 response for a missing row does not reload the workspaces', async () => {
  const stub = startSessionWith(failWith(404, 'Image not found.'), [otherWorkspace]);
  await expect(api.call(LIST_IMAGES)).rejects.toMatchObject({ status: 404 });
  expect(stub.getRequests('GET /account/v2/workspace/')).toEqual([]);
});
