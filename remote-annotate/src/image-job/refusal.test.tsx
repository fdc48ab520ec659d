import { failWith, page, signInForTest, stubApi, type StubRequest } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import 'fake-indexeddb/auto';
import { Route, Routes } from 'react-router-dom';
import { idOf, imageRow } from '../browser/testing';
import { ImageJobPage } from './image-job-page';

// The canvas is konva's and is tested in a browser.
jest.mock('../editor/view', () => ({
  AnnotationCanvas: ({ label }: { label: string }) => <div role="application" aria-label={label} />,
}));

const items = [idOf(1), idOf(2), idOf(3)];
const verify = 'POST /annotate/v2/verification/';
const done = 'POST /annotate/v2/imagejob/{id}/mark-done';
const batches = 'GET /annotate/v2/imagejob/{id}/get-batch/';

/** A job of three images, whose first verification is refused until `allow`. */
function showJob() {
  signInForTest({ services: ['annotate'] });
  const finished = new Set<string>();
  let refuses = true;
  const open = () => items.filter((id) => !finished.has(id));
  const stub = stubApi({
    'GET /annotate/v2/imagejob/{id}': () => ({
      ...{ id: idOf(90), workspace: imageRow(1).workspace, name: 'Shelf round', description: '', todo_number: 1 },
      ...{ randomize: false, auto_complete: false, done: false, recognition_tasks: ['t1'], flow: null, mark_done_label: null },
      ...{ item_count: 3, item_done_count: finished.size, created: '2026-01-01T00:00:00Z', version: 1 },
    }),
    [batches]: () => ({ results: open() }),
    'GET /recognition/v2/training-image/{id}': ({ params }: StubRequest) => imageRow(items.indexOf(params.id ?? '') + 1),
    'GET /annotate/v2/point/': page([]),
    'GET /annotate/v2/verification/': page([]),
    [verify]: ({ body }: StubRequest) =>
      refuses && (body as { image_id: string }).image_id === items[0] ? failWith(403, 'Not allowed.') : { id: 'v' },
    [done]: ({ body }: StubRequest) => {
      (body as { items: string[] }).items.forEach((id) => finished.add(id));
      return {};
    },
  });
  renderConsole(
    <Routes>
      <Route path="/imagejob/:id" element={<ImageJobPage />} />
    </Routes>,
    { route: `/imagejob/${idOf(90)}` },
  );
  return { stub, allow: () => (refuses = false) };
}

test('a refusal in the middle of a job does not stop the walk; the page leads back to it, and the decision sends the rest', async () => {
  const { stub, allow } = showJob();
  const doneItems = () => stub.of(done).map(({ body }) => (body as { items: string[] }).items[0]);
  const progress = (text: string) =>
    waitFor(() => expect(screen.getByRole('status', { name: 'Progress' })).toHaveTextContent(text));
  const go = async () => userEvent.click(await screen.findByRole('button', { name: 'Verify and Next' }));
  await screen.findByRole('application', { name: 'Annotation canvas' });

  await go();
  expect(await screen.findByText('1 change on other pictures needs your decision.')).toBeVisible();
  expect(doneItems()).toEqual([]);
  await waitFor(() => expect(stub.of('GET /recognition/v2/training-image/{id}').at(-1)?.params.id).toBe(items[1]));
  await go();
  await waitFor(() => expect(doneItems()).toEqual([items[1]]));
  await waitFor(() => expect(stub.of('GET /recognition/v2/training-image/{id}').at(-1)?.params.id).toBe(items[2]));
  await go();
  // All that can be is done; what is left waits for the person.
  expect(await screen.findByText('All other items that you have wait for your decision.')).toBeVisible();
  expect(doneItems()).toEqual([items[1], items[2]]);
  await progress('3/3');
  expect(stub.of(batches).length).toBe(2);

  await userEvent.click(screen.getByRole('link', { name: 'Open the picture' }));
  await userEvent.click(await screen.findByRole('button', { name: '1 change needs your decision' }));
  const refused = screen.getByText('The image was not verified: Not allowed.');
  allow();
  // In jsdom on a busy machine the focus trap of the popover hides the popover too.
  await userEvent.click(await within(refused).findByRole('button', { name: 'Retry', hidden: true }));
  await waitFor(() => expect(doneItems()).toEqual([items[1], items[2], items[0]]));
  await waitFor(() => expect(screen.getByRole('status', { name: 'Save state', hidden: true })).toHaveTextContent('Saved'));
  await userEvent.click(screen.getByRole('button', { name: 'Next', hidden: true }));
  expect(await screen.findByText('There is no job for this task. Everything is complete!')).toBeVisible();
}, 30_000);
