import { failWith, signInForTest, stubApi } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { GroupPage } from './group-page';

const group = {
  id: 'g1',
  workspace: 'w',
  name: 'Blue bottles',
  description: 'All blue',
  type: { id: 'y1', name: 'Bottle', workspace: 'w' },
  type_name: 'Bottle',
  test_group: true,
  thumb_img_path: null,
  groups_count: 0,
  images_count: 1,
  objects_count: 0,
  verificationsCount: 1,
  created: '2026-01-01T00:00:00Z',
  version: 1,
  meta_data: {},
  groups: [],
  images: [{ id: 'i1', img_path: '/i', thumb_img_path: '/t', test_image: false, real: true }],
  detection_objects: [],
};
const show = () =>
  renderConsole(
    <Routes>
      <Route path="/group/:id" element={<GroupPage />} />
    </Routes>,
    { route: '/group/g1' },
  );

beforeEach(() => signInForTest());

test('shows what a group holds', async () => {
  stubApi({ 'GET /similarity/training/v2/group/{id}': group });
  show();
  expect(await screen.findByText('TEST GROUP')).toBeVisible();
  expect(screen.getByText('Verified')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open image' })).toHaveAttribute('href', '/image/i1');
});

test('says when a group is empty, and when it is not there', async () => {
  stubApi({ 'GET /similarity/training/v2/group/{id}': { ...group, images: [] } });
  const { unmount } = show();
  expect(await screen.findByText('This group is empty!')).toBeVisible();
  unmount();
  signInForTest();
  stubApi({ 'GET /similarity/training/v2/group/{id}': failWith(404) });
  show();
  expect(await screen.findByText('Group not found!')).toBeVisible();
});
