import 'fake-indexeddb/auto';
import { failWith, page, testUser } from '@console/shared-auth/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createId, createImageRow } from '../../browser/testing';
import { secondWorkspace, showImage } from '../testing/show-image';

// The real canvas uses konva and is tested in a browser.
jest.mock('../../editor/view', () => ({
  AnnotationCanvas: ({ label }: { label: string }) => <div role="application" aria-label={label} />,
}));

const listTools = async () =>
  within(await screen.findByRole('radiogroup', { name: 'Tools' }))
    .getAllByRole('radio')
    .map((tool) => tool.getAttribute('aria-label'));

test('a workspace with every service has every tool and tab', async () => {
  showImage();
  expect(await screen.findByRole('radio', { name: 'Draw polygons' })).toBeEnabled();
  expect(await listTools()).toEqual(['Selection', 'Draw objects', 'Draw points', 'Draw polygons', 'Find objects', 'Paint masks']);
  expect(await screen.findAllByRole('tab')).toHaveLength(8);
  for (const name of [/^Recognition/, /^Flows/, /^Jobs/, /^Similarity Groups/, /^Similar$/, /^Meta/, /^Verifications, 0/])
    expect(screen.getByRole('tab', { name })).toBeVisible();
  await userEvent.click(screen.getByRole('tab', { name: 'List of items' }));
  expect(
    await within(await screen.findByRole('region', { name: 'Objects' })).findByRole('button', { name: /^Cup 1$/ }),
  ).toBeVisible();
});

test('a workspace with recognition only has no drawing tools and sends no other calls', async () => {
  const stub = showImage({ services: ['recognition'] });
  expect(await listTools()).toEqual(['Selection']);
  expect(screen.queryByRole('button', { name: 'Verify' })).toBeNull();
  for (const name of [/^Verifications/, /^Jobs/, /^Similarity/]) expect(screen.queryByRole('tab', { name })).toBeNull();
  for (const call of [
    'GET /detection/v2/label/',
    'GET /segmentation/v2/label/',
    'GET /detection/v2/object/',
    'GET /segmentation/v2/polygon/',
    'GET /segmentation/v2/mask/',
    'GET /annotate/v2/point/',
    'GET /annotate/v2/verification/',
    'GET /similarity/training/v2/group/',
    'GET /annotate/v2/imagejob/',
  ] as const)
    expect(stub.getRequests(call)).toEqual([]);
});

test('a drawing tool without labels is disabled and shows the reason', async () => {
  showImage({ handlers: { 'GET /segmentation/v2/label/': page([]) } });
  expect(await screen.findByRole('radio', { name: 'Draw objects' })).toBeEnabled();
  expect(screen.getByRole('radio', { name: 'Draw polygons: there are no segmentation labels' })).toBeDisabled();
});

test('a missing image shows that it was not found', async () => {
  showImage({ handlers: { 'GET /recognition/v2/training-image/{id}': failWith(404) } });
  expect(await screen.findByText('Image not found!')).toBeVisible();
});

test('an image of another workspace switches to that workspace', async () => {
  const stub = showImage({
    image: createImageRow(1, { workspace: secondWorkspace.id }),
    handlers: { 'GET /account/v2/resource': page([]) },
  });
  await waitFor(() => expect(localStorage.getItem('workspace')).toContain(secondWorkspace.id));
  expect(stub.getRequests('GET /recognition/v2/training-image/{id}').length).toBeGreaterThan(0);
});

test('Verify sends a verification of the current user through the outbox', async () => {
  const verification = {
    id: createId(51),
    user: { id: testUser.id, username: testUser.username },
    image: createId(1),
    created: '2026-02-03T14:05:00.000Z',
  };
  const savedVerifications: object[] = [];
  const stub = showImage({
    handlers: {
      'GET /annotate/v2/verification/': () => page([...savedVerifications]),
      'POST /annotate/v2/verification/': () => {
        savedVerifications.push(verification);
        return verification;
      },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Verify' }));
  expect(await screen.findByRole('button', { name: 'Verified' })).toBeVisible();
  await waitFor(() =>
    expect(stub.getRequests('POST /annotate/v2/verification/').map(({ body }) => body)).toEqual([
      expect.objectContaining({ image_id: createId(1), user: testUser.id }),
    ]),
  );
  expect(screen.getByRole('tab', { name: /^Verifications, 1/ })).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('status', { name: 'Save state' })).toHaveTextContent('Saved'));
  expect(screen.getByRole('button', { name: 'Verified' })).toBeVisible();
});
