import type { Role, ServiceSlug, TrainingImage, Workspace } from '@console/shared-contract/api';
import {
  allServices,
  page,
  signInForTest,
  stubApi,
  testUser,
  testWorkspace,
  type StubbedApi,
  type StubHandlers,
} from '@console/shared-auth/testing';
import { renderConsole, type FakeWidgets } from '@console/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { createId, createImageRow, createObjectRow } from '../../browser/testing';
import { clearDraftCache } from '../drafts/drafts';
import { historyStore } from '../history/history-store';
import { ImagePage } from '../screen/image-page';

export const secondWorkspace: Workspace = { ...testWorkspace, id: createId(2), name: 'Recognition only', is_default: false };
const createLabel = (number: number, name: string, key: string) => ({ id: createId(number), name, color: '#00aa88', key });

export interface ShowImageOptions {
  image?: TrainingImage;
  services?: readonly ServiceSlug[];
  /** Default: owner. */
  role?: Role;
  handlers?: StubHandlers;
  widgets?: FakeWidgets;
  /** Keeps the data in browser storage, as when the image is opened a second time. */
  isReopened?: boolean;
}

/** Shows the image screen for an image with one object. The test must mock the canvas, which uses konva. */
export function showImage({
  image = createImageRow(1),
  services = allServices,
  role,
  handlers = {},
  widgets,
  isReopened = false,
}: ShowImageOptions = {}): StubbedApi {
  const storedItems = isReopened ? Object.entries(localStorage).filter(([key]) => key.startsWith('annotate.')) : [];
  if (!isReopened) void historyStore.deleteHistory(`${testUser.id}/${image.workspace}`, image.id);
  clearDraftCache();
  signInForTest({ services, role, workspaces: [testWorkspace, secondWorkspace] });
  for (const [key, value] of storedItems) localStorage.setItem(key, value as string);
  const stub = stubApi({
    'GET /recognition/v2/training-image/{id}': image,
    'GET /recognition/v2/label/': page([]),
    'GET /recognition/v2/task/': page([]),
    'GET /flows/v2/flow/': page([]),
    'GET /detection/v2/task/': page([]),
    'GET /segmentation/v2/task/': page([]),
    'GET /detection/v2/label/': page([createLabel(900, 'Cup', '1'), createLabel(22, 'Plate', '2')]),
    'GET /segmentation/v2/label/': page([createLabel(23, 'Leaf', '1')]),
    'GET /detection/v2/object/': page([createObjectRow(31, image)]),
    'GET /segmentation/v2/polygon/': page([]),
    'GET /segmentation/v2/mask/': page([]),
    'GET /annotate/v2/point/': page([]),
    'GET /annotate/v2/verification/': page([]),
    'GET /annotate/v2/prediction-run/': page([]),
    'GET /comments/v2/thread/': page([]),
    'GET /similarity/training/v2/group/': page([]),
    ...handlers,
  });
  renderConsole(
    <Routes>
      <Route path="/image/:id" element={<ImagePage />} />
    </Routes>,
    { route: `/image/${image.id}`, widgets },
  );
  return stub;
}

/** Waits until the outbox has sent all changes of the image screen. */
export function waitUntilSaved(): Promise<void> {
  return waitFor(() => expect(screen.getByRole('status', { name: 'Save state' })).toHaveTextContent('Saved'));
}
