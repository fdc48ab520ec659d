import { page, type StubRequest } from '@console/shared-auth/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import 'fake-indexeddb/auto';
import { createId, createImageRow, createObjectRow } from '../browser/testing';
import { waitUntilSent, GET_BATCH, createJobRow, createJobServer, showJob } from './testing';

jest.mock('../editor/view', () => jest.requireActual<object>('../image/testing/fake-canvas'));
jest.mock('../image-decoding', () => jest.requireActual<object>('../image/testing/fake-canvas'));

const ITEMS = [createId(1), createId(2), createId(3)];

afterEach(waitUntilSent);

async function pressStepAndWaitForUrl(name: string, urlPart: string) {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'));
  await userEvent.click(button);
  await waitFor(() => expect(screen.getByRole('status', { name: 'Address' })).toHaveTextContent(urlPart));
}
const waitForObjectCount = (count: number) => screen.findByTitle(`Objects: ${count}`);

test('auto-complete copies the objects of the previously verified image once, as one undo step', async () => {
  let lastObjectNumber = 100;
  createJobServer(
    ITEMS,
    {
      'GET /annotate/v2/imagejob/{id}': { ...createJobRow(0, 3), auto_complete: true },
      [GET_BATCH]: { results: ITEMS },
      'GET /recognition/v2/label/': page([]),
      'GET /recognition/v2/task/': page([]),
      'GET /detection/v2/task/': page([]),
      'GET /detection/v2/label/': page([{ id: createId(900), name: 'Cup', color: '#00aa88', recognition_tasks: [] }]),
      'GET /detection/v2/object/': ({ query }: StubRequest) =>
        page(query.image === ITEMS[0] ? [createObjectRow(31, createImageRow(1))] : []),
      'POST /detection/v2/object/': () => createObjectRow((lastObjectNumber += 1), createImageRow(2)),
      'DELETE /detection/v2/object/{id}': {},
    },
    ['annotate', 'custom-object-detection'],
  );
  showJob();
  expect(await screen.findByRole('img', { name: 'Auto-complete' })).toBeVisible();
  await waitForObjectCount(1);
  await pressStepAndWaitForUrl('Verify and Next', ITEMS[1]!);
  expect(await screen.findByText('1 objects were added.')).toBeVisible();
  await waitForObjectCount(1);
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitForObjectCount(0);

  // Deleted objects are not copied again, and objects are not copied from an image without a verification.
  await pressStepAndWaitForUrl('Next', ITEMS[2]!);
  await waitForObjectCount(1);
  await pressStepAndWaitForUrl('Previous', ITEMS[1]!);
  await waitForObjectCount(0);
  expect(await screen.findByRole('button', { name: 'Load' })).not.toHaveAttribute('aria-disabled', 'true');
  await waitForObjectCount(0);
}, 30_000);
