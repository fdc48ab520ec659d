import 'fake-indexeddb/auto';
import { invalidateWorkspace } from '@console/shared-auth';
import { failWith, page } from '@console/shared-auth/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createImageRow, createObjectRow } from '../../browser/testing';
import { showImage } from '../testing/show-image';

// The real canvas uses konva and is tested in a browser.
jest.mock('../../editor/view', () => jest.requireActual<object>('../testing/fake-canvas'));

const dispatchConnectionEvent = (event: 'offline' | 'online') => act(() => void window.dispatchEvent(new Event(event)));

test('shapes, labels and jobs load when the connection returns', async () => {
  const connectionError = failWith(0);
  const stub = showImage({
    handlers: {
      'GET /annotate/v2/point/': connectionError,
      'GET /recognition/v2/label/': connectionError,
      'GET /annotate/v2/imagejob/': connectionError,
    },
  });
  dispatchConnectionEvent('offline');
  expect(await screen.findByText('Not all shapes of this image could be loaded.')).toBeVisible();
  await userEvent.click(await screen.findByRole('tab', { name: /^Recognition/ }));
  expect(await screen.findByText('The labels could not be loaded.', undefined, { timeout: 15_000 })).toBeVisible();
  await userEvent.click(screen.getByRole('tab', { name: /^Jobs/ }));
  expect(await screen.findByText('This could not be loaded.', undefined, { timeout: 15_000 })).toBeVisible();

  stub.addHandlers({
    'GET /annotate/v2/point/': page([]),
    'GET /recognition/v2/label/': page([]),
    'GET /annotate/v2/imagejob/': page([]),
  });
  dispatchConnectionEvent('online');
  expect(await screen.findByText('No jobs for this image!')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Not all shapes of this image could be loaded.')).toBeNull());
  await userEvent.click(screen.getByRole('tab', { name: /^Recognition/ }));
  expect(await screen.findByRole('combobox', { name: 'Add label' })).toBeVisible();
}, 40_000);

testInLongRun(
  'shapes load again after a server outage without an online event',
  async () => {
    const stub = showImage({ handlers: { 'GET /detection/v2/object/': failWith(503) } });
    expect(await screen.findByText('Not all shapes of this image could be loaded.')).toBeVisible();
    stub.addHandlers({ 'GET /detection/v2/object/': page([createObjectRow(31, createImageRow(1))]) });
    await waitFor(() => expect(screen.queryByText('Not all shapes of this image could be loaded.')).toBeNull(), {
      timeout: 15_000,
    });
    expect(screen.getByTitle('Objects: 1')).toBeVisible();
  },
  40_000,
);

test('an image loads again after a server outage', async () => {
  const stub = showImage({ handlers: { 'GET /recognition/v2/training-image/{id}': failWith(503) } });
  expect(await screen.findByText('This could not be loaded.', undefined, { timeout: 15_000 })).toBeVisible();
  stub.addHandlers({ 'GET /recognition/v2/training-image/{id}': createImageRow(1) });
  expect(await screen.findByTitle('Objects: 1', undefined, { timeout: 15_000 })).toBeVisible();
}, 40_000);

test('a failed refresh of the labels shows no warning while shapes are shown', async () => {
  const stub = showImage();
  expect(await screen.findByTitle('Objects: 1')).toBeVisible();
  stub.addHandlers({ 'GET /detection/v2/label/': failWith(0) });
  const countLabelCalls = () => stub.getRequests('GET /detection/v2/label/').length;
  const callCount = countLabelCalls();
  await act(() => invalidateWorkspace('shape-labels'));
  expect(countLabelCalls()).toBeGreaterThan(callCount);
  expect(screen.queryByText('Not all shapes of this image could be loaded.')).toBeNull();
}, 40_000);

testInLongRun(
  'the error names the labels if only the labels could not be loaded',
  async () => {
    const stub = showImage({ handlers: { 'GET /detection/v2/label/': failWith(0) } });
    const errorMessage = await screen.findByText('The object and polygon labels could not be loaded.', undefined, {
      timeout: 15_000,
    });
    expect(errorMessage).toBeVisible();
    expect(screen.queryByText('Not all shapes of this image could be loaded.')).toBeNull();
    stub.addHandlers({ 'GET /detection/v2/label/': page([]) });
    const messageBar = errorMessage.closest<HTMLElement>('.fui-MessageBar') ?? errorMessage;
    await userEvent.click(within(messageBar).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(errorMessage).not.toBeInTheDocument());
  },
  40_000,
);
