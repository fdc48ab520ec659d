import { render, screen, waitFor } from '@testing-library/react';
import { api } from '../api/api';
import { SessionProvider } from '../session/session-provider';
import { useAutomaticWorkspaceSwitch, useWorkspace } from '../session/hooks';
import { failWith, page, resetSessionForTest, signInForTest, stubApi, testWorkspace, type StubRequest } from '../testing';
import { useWorkspaceRow } from './use-workspace-row';

const otherWorkspace = { ...testWorkspace, id: '33333333-3333-4333-8333-333333333333', name: 'Other' };
const inaccessibleWorkspaceId = '44444444-4444-4444-8444-444444444444';
const rowId = '55555555-5555-4555-8555-555555555555';
const onSwitch = jest.fn();
const renderedTexts: string[] = [];

function Group() {
  const { workspace } = useWorkspace();
  const { data, error } = useWorkspaceRow({
    key: ['similarity', 'groups', rowId],
    load: (scope) => api.call('GET /similarity/training/v2/group/{id}', { params: { id: rowId }, ...scope }),
  });
  useAutomaticWorkspaceSwitch(onSwitch);
  const groupText = data?.name ?? (error ? 'failed' : 'loading');
  renderedTexts.push(`${workspace?.name} ${groupText}`);
  return <p>{`${workspace?.name}: ${groupText}`}</p>;
}

function renderGroup(row: unknown) {
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
  const stub = renderGroup({ id: rowId, workspace: testWorkspace.id, name: 'Mugs' });
  expect(await screen.findByText('Demo: Mugs')).toBeVisible();
  expect(stub.getRequests('GET /similarity/training/v2/group/{id}').map(({ query }: StubRequest) => query)).toEqual([{}]);
  expect(onSwitch).not.toHaveBeenCalled();
});

test("a row of another of the user's workspaces switches to that workspace first", async () => {
  renderGroup({ id: rowId, workspace: otherWorkspace.id, name: 'Mugs' });
  expect(await screen.findByText('Other: Mugs')).toBeVisible();
  expect(renderedTexts).not.toContain('Demo Mugs');
  expect(localStorage.getItem('workspace')).toBe(otherWorkspace.id);
  await waitFor(() => expect(onSwitch).toHaveBeenCalledTimes(1));
  expect(onSwitch).toHaveBeenCalledWith(otherWorkspace);
});

test('a row of an inaccessible workspace does not switch the workspace', async () => {
  renderGroup({ id: rowId, workspace: inaccessibleWorkspaceId, name: 'Mugs' });
  expect(await screen.findByText('Demo: Mugs')).toBeVisible();
  expect(localStorage.getItem('workspace')).not.toBe(inaccessibleWorkspaceId);
});

test('a missing row does not switch the workspace', async () => {
  renderGroup(failWith(404));
  expect(await screen.findByText('Demo: failed')).toBeVisible();
  expect(onSwitch).not.toHaveBeenCalled();
});
