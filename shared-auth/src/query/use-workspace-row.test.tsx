import { render, screen, waitFor } from '@testing-library/react';
import { api } from '../api/api';
import { SessionProvider } from '../session/session-provider';
import { useAutomaticWorkspaceSwitch, useWorkspace } from '../session/hooks';
import { failWith, page, resetSessionForTest, signInForTest, stubApi, testWorkspace, type StubRequest } from '../testing';
import { useWorkspaceRow } from './use-workspace-row';

const other = { ...testWorkspace, id: '33333333-3333-4333-8333-333333333333', name: 'Other' };
const foreign = '44444444-4444-4444-8444-444444444444';
const id = '55555555-5555-4555-8555-555555555555';
const followed = jest.fn();
const shown: string[] = [];

function Group() {
  const { workspace } = useWorkspace();
  const { data, error } = useWorkspaceRow({
    key: ['similarity', 'groups', id],
    load: (scope) => api.call('GET /similarity/training/v2/group/{id}', { params: { id }, ...scope }),
  });
  useAutomaticWorkspaceSwitch(followed);
  const state = data?.name ?? (error ? 'failed' : 'loading');
  shown.push(`${workspace?.name} ${state}`);
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
  followed.mockClear();
  shown.length = 0;
  signInForTest({ workspaces: [testWorkspace, other] });
});

test('a row of the active workspace is shown there, and asked for without naming a workspace', async () => {
  const stub = show({ id, workspace: testWorkspace.id, name: 'Mugs' });
  expect(await screen.findByText('Demo: Mugs')).toBeVisible();
  expect(stub.getRequests('GET /similarity/training/v2/group/{id}').map(({ query }: StubRequest) => query)).toEqual([{}]);
  expect(followed).not.toHaveBeenCalled();
});

test("a row of another of the user's workspaces switches there, and is never shown under the one that is left", async () => {
  show({ id, workspace: other.id, name: 'Mugs' });
  expect(await screen.findByText('Other: Mugs')).toBeVisible();
  expect(shown).not.toContain('Demo Mugs');
  expect(localStorage.getItem('workspace')).toBe(other.id);
  await waitFor(() => expect(followed).toHaveBeenCalledTimes(1));
  expect(followed).toHaveBeenCalledWith(other);
});

test('a row of a workspace that the user does not have switches nothing', async () => {
  show({ id, workspace: foreign, name: 'Mugs' });
  expect(await screen.findByText('Demo: Mugs')).toBeVisible();
  expect(localStorage.getItem('workspace')).not.toBe(foreign);
});

test('a row that is not there stays so', async () => {
  show(failWith(404));
  expect(await screen.findByText('Demo: failed')).toBeVisible();
  expect(followed).not.toHaveBeenCalled();
});
