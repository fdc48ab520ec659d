import { render, screen, waitFor } from '@testing-library/react';
import { api } from '../api/api';
import { SessionProvider } from '../session/session-provider';
import { useAutomaticWorkspaceSwitch, useWorkspace } from '../session/hooks';
import { failWith, page, resetSessionForTest, signInForTest, stubApi, testWorkspace, type StubRequest } from '../testing';
import { useWorkspaceRow } from './use-workspace-row';

const otherWorkspace = { ...testWorkspace, id: '33333333-3333-4333-8333-333333333333', name: 'Other' };
const inaccessible = '44444444-4444-4444-8444-444444444444';
const id = '55555555-5555-4555-8555-555555555555';
const onSwitch = jest.fn();
const renderedTexts: string[] = [];

function Group() {
  const { workspace } = useWorkspace();
  const { data, error } = useWorkspaceRow({
    key: ['similarity', 'groups', id],
    load: (scope) => api.call('GET /similarity/training/v2/group/{id}', { params: { id }, ...scope }),
  });
  useAutomaticWorkspaceSwitch(onSwitch);
  const state = data?.name ?? (error ? 'failed' : 'loading');
  renderedTexts.push(`${workspace?.name} ${state}`);
  return <p>{`${workspace?.name}: ${state}`}</p>;
}

function show(row: unknown) {
  const stub = stubApi({
    'GET /similarity/training/v2/group/{id}': row,
    'GET /account/v2/resource': page([{ service: { slug: 'custom-similarity', name: '' } }]),
  });
  render(
    <SessionProvider>
      <Group />
    </SessionProvider>,
  );
  return stub;
}

beforeEach(() => {
  resetSessionForTest();
  onSwitch.mockClear();
  renderedTexts.length = 0;
  signInForTest({ workspaces: [testWorkspace, otherWorkspace] });
});

test('a row of the active workspace is requested without a workspace and rendered', async () => {
  const stub = show({ id, workspace: testWorkspace.id, name: 'Mugs' });
  expect(await screen.findByText('Demo: Mugs')).toBeVisible();
  expect(stub.getRequests('GET /similarity/training/v2/group/{id}').map(({ query }: StubRequest) => query)).toEqual([{}]);
  expect(onSwitch).not.toHaveBeenCalled();
});

test("a row of another of the user's workspaces switches to that workspace first", async () => {
  show({ id, workspace: otherWorkspace.id, name: 'Mugs' });
  expect(await screen.findByText('Other: Mugs')).toBeVisible();
  expect(renderedTexts).not.toContain('Demo Mugs');
  expect(localStorage.getItem('workspace')).toBe(otherWorkspace.id);
  await waitFor(() => expect(onSwitch).toHaveBeenCalledTimes(1));
  expect(onSwitch).toHaveBeenCalledWith(otherWorkspace);
});

test('a row of an inaccessible workspace does not switch the workspace', async () => {
  show({ id, workspace: inaccessible, name: 'Mugs' });
  expect(await screen.findByText('Demo: Mugs')).toBeVisible();
  expect(localStorage.getItem('workspace')).not.toBe(inaccessible);
});

test('a missing row does not switch the workspace', async () => {
  show(failWith(404));
  expect(await screen.findByText('Demo: failed')).toBeVisible();
  expect(onSwitch).not.toHaveBeenCalled();
});
