import 'fake-indexeddb/auto';
import { failWith, signInForTest, testUser, testWorkspace } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { act, screen, within } from '@testing-library/react';
import { getConsoleOutboxes } from '../outbox/console/console-outboxes';
import { ImagesPage } from './images-page';
import { createId, stubWorkspace } from './testing';

const getTile = (index: number) => within(screen.getByRole('list', { name: 'Images' })).getAllByRole('link')[index]!;

test('an open list shows unsent changes once the background module has loaded', async () => {
  signInForTest();
  stubWorkspace({
    'POST /recognition/v2/training-image/update': failWith(0),
  });
  // An earlier visit marked the image as a test image, and the server is unreachable.
  const outbox = getConsoleOutboxes().getOutbox(testUser.id, testWorkspace.id);
  await outbox.enterWrite({ kind: 'flag', image: createId(1), flag: 'test', before: false, after: true });

  renderConsole(<ImagesPage />, { route: '/images' });
  await screen.findByRole('list', { name: 'Images' });
  expect(within(getTile(0)).queryByText('TEST')).toBeNull();

  await act(async () => void (await import('../background')));
  expect(await within(getTile(0)).findByText('TEST')).toBeVisible();
  expect(within(getTile(1)).queryByText('TEST')).toBeNull();
});
