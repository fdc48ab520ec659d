import { failWith, signInForTest, stubApi, testWorkspace, type StubRequest } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import 'fake-indexeddb/auto';
import { Route, Routes } from 'react-router-dom';
import { idOf } from '../browser/testing';
import { SimilarityJobPage } from './similarity-job-page';

const done = 'POST /annotate/v2/similarityjob/{id}/mark-done';

test('a group that is done leaves the list at once; one that is refused comes back, and waits by its name', async () => {
  signInForTest({ services: ['annotate'] });
  const open = new Set([idOf(1), idOf(2)]);
  stubApi({
    'GET /annotate/v2/similarityjob/{id}': () => ({
      ...{ id: idOf(91), workspace: testWorkspace.id, name: 'Alike', description: '', todo_number: 1, randomize: false },
      ...{ auto_complete: false, done: false, recognition_tasks: [], flow: null, mark_done_label: null, item_count: 2 },
      ...{ item_done_count: 2 - open.size, created: '2026-01-01T00:00:00Z', version: 1 },
    }),
    'GET /annotate/v2/similarityjob/{id}/get-batch/': () => ({ results: [...open] }),
    [done]: ({ body }: StubRequest) => {
      const [item = ''] = (body as { items: string[] }).items;
      if (item === idOf(2)) return failWith(403, 'Not yours.');
      open.delete(item);
      return {};
    },
  });
  renderConsole(
    <Routes>
      <Route path="/similarityjob/:id" element={<SimilarityJobPage />} />
    </Routes>,
    { route: `/similarityjob/${idOf(91)}` },
  );
  const rows = async () =>
    within(await screen.findByRole('table', { name: 'Groups to do' }))
      .getAllByRole('row')
      .slice(1);
  const markDone = async (index: number) => {
    const row = (await rows())[index]!;
    const direct = within(row).queryByRole('button', { name: 'Mark as done' });
    if (!direct) await userEvent.click(within(row).getByRole('button'));
    await userEvent.click(direct ?? (await screen.findByRole('menuitem', { name: 'Mark as done' })));
  };
  await screen.findByText(idOf(2));
  await markDone(0);
  await waitFor(() => expect(screen.queryByText(idOf(1))).toBeNull());
  await waitFor(() => expect(screen.getByRole('status', { name: 'Progress' })).toHaveTextContent('1/2'));
  await markDone(0);
  await userEvent.click(await screen.findByRole('button', { name: '1 change needs your decision' }));
  expect(await screen.findByText('The item was not marked as done in Alike: Not yours.')).toBeVisible();
  // The menu of the row has hidden the rest from assistive technology; here nothing tells that it is closed.
  await userEvent.click(await screen.findByRole('button', { name: 'Discard', hidden: true }));
  expect(await screen.findByText(idOf(2))).toBeVisible();
});
