import 'fake-indexeddb/auto';
import { allServices, page } from '@console/shared-auth/testing';
import type { SimilarItemsProps } from '@console/shared-contract/federation';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createId, createImageRow, createObjectRow } from '../../browser/testing';
import { showImage } from '../testing/show-image';

// The real canvas uses konva and is tested in a browser.
jest.mock('../../editor/view', () => ({
  AnnotationCanvas: ({ label }: { label: string }) => <div role="application" aria-label={label} />,
}));

function FakeSimilar({ subject, onMember }: SimilarItemsProps) {
  const text = `Similar to ${subject.kind} ${subject.id}`;
  if (!onMember) return <p>{text}</p>;
  return <button onClick={() => onMember({ id: createId(41), name: 'Mugs' }, true)}>{text}</button>;
}
const widgets = { 'similar-things': FakeSimilar };
const openTab = async (tab: string | RegExp) => userEvent.click(await screen.findByRole('tab', { name: tab }));
const selectItem = async (section: string, row: RegExp) => {
  await openTab('List of items');
  await userEvent.click(await within(await screen.findByRole('region', { name: section })).findByRole('button', { name: row }));
};

test('Shift+8 opens the tab of similar items, also without the similarity service', async () => {
  showImage({ widgets, services: ['recognition'] });
  await screen.findByRole('tab', { name: 'Similar' });
  await userEvent.keyboard('{Shift>}8{/Shift}');
  expect(await screen.findByRole('button', { name: `Similar to image ${createId(1)}` })).toBeVisible();
});

testInLongRun('undo removes the image from a group that the widget added it to', async () => {
  const REMOVE_IMAGES = 'POST /similarity/training/v2/group/{id}/remove-images';
  const stub = showImage({ widgets, handlers: { [REMOVE_IMAGES]: {} } });
  await openTab('Similar');
  await userEvent.click(await screen.findByRole('button', { name: /^Similar to image/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(stub.getRequests(REMOVE_IMAGES)).toMatchObject([{ params: { id: createId(41) }, body: { images: [createId(1)] } }]),
  );
});

test('the object card shows items similar to the object', async () => {
  showImage({ widgets, handlers: { 'GET /detection/v2/object/{id}': createObjectRow(31, createImageRow(1)) } });
  await selectItem('Objects', /^Cup 1/);
  const objectTabs = within(await screen.findByRole('tablist', { name: 'Object details' }));
  await userEvent.click(objectTabs.getByRole('tab', { name: /^Similar(?!ity)/ }));
  expect(await screen.findByRole('button', { name: `Similar to object ${createId(31)}` })).toBeVisible();
});

testInLongRun('items similar to a polygon load after a click', async () => {
  const polygon = {
    id: createId(51),
    workspace: 'w',
    image: { id: createId(1) },
    data: [1, 1, 40, 1, 40, 40],
    meta_data: {},
    version: 1,
    segmentation_label: { id: createId(52), name: 'Leaf', color: '#00aa00' },
    created: '2026-02-03T14:05:00.000Z',
  };
  showImage({
    widgets,
    services: allServices,
    handlers: {
      'GET /segmentation/v2/polygon/': page([polygon]),
      'GET /segmentation/v2/label/': page([polygon.segmentation_label]),
    },
  });
  await selectItem('Polygons', /^Leaf/);
  await userEvent.click(await screen.findByRole('button', { name: 'Find similar' }));
  expect(await screen.findByText(`Similar to polygon ${createId(51)}`)).toBeVisible();
});

testInLongRun('the screen keeps working when the widget cannot be loaded', async () => {
  showImage({ widgets: { 'similar-things': 'network' } });
  await openTab('Similar');
  expect(within(await screen.findByRole('alert')).getByText(/^Similar items could not be loaded/)).toBeVisible();
});
