import { page, signInForTest, stubApi, type StubHandlers } from '@console/shared-auth/testing';
import type { GroupDetail } from '@console/shared-contract/api';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { createGroupDetail, createMemberImage } from '../../testing';
import { GroupPage } from '../group-page';

export const GET_GROUP = 'GET /similarity/training/v2/group/{id}';

export const LIST_GROUPS = 'GET /similarity/training/v2/group/';

export const UPDATE_IMAGES = 'POST /recognition/v2/training-image/update';

export const ADD_IMAGES = 'POST /similarity/training/v2/group/{id}/add-images';

export const fullGroup = createGroupDetail({
  name: 'Blue bottles',
  description: 'All blue',
  images: [createMemberImage('i1'), createMemberImage('i2'), createMemberImage('i3')],
  images_count: 3,
  detection_objects: [{ id: 'o1', thumb: '/o1', image: { id: 'i9', test_image: false, real: false } }],
  objects_count: 1,
});

export async function renderGroupPage(group: GroupDetail = fullGroup, handlers: StubHandlers = {}, route = '/group/g1') {
  signInForTest({ services: ['custom-similarity', 'annotate'] });
  const stub = stubApi({
    [GET_GROUP]: group,
    [LIST_GROUPS]: page([]),
    'GET /similarity/training/v2/type/': page([{ id: 'y1', workspace: 'w', name: 'Bottle', version: 1 }]),
    ...handlers,
  });
  const user = userEvent.setup();
  renderConsole(
    <Routes>
      <Route path="/group/:id" element={<GroupPage />} />
      <Route path="/groups" element={<p>All groups</p>} />
    </Routes>,
    { route },
  );
  await screen.findByRole('heading', { name: group.name });
  return { stub, user };
}

export const getImageList = () => within(screen.getByRole('list', { name: 'Images' }));

export const getButton = (name: string | RegExp) => screen.getByRole('button', { name });
