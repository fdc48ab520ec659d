import 'fake-indexeddb/auto';
import type { TrainingImage } from '@console/shared-contract/api';
import { page } from '@console/shared-auth/testing';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createId, createImageRow, createObjectRow } from '../../browser/testing';
import { showImage } from '../testing/show-image';

// The real canvas uses konva and is tested in a browser.
jest.mock('../../editor/view', () => jest.requireActual<object>('../testing/fake-canvas'));

const UPDATE_IMAGE = 'PUT /recognition/v2/training-image/{id}';
const openTab = async (tab: string | RegExp) => userEvent.click(await screen.findByRole('tab', { name: tab }));
const findTextField = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Meta data' });

/** Shows the image's meta data as text. Each test uses its own image, because drafts stay stored after a test. */
async function showMeta(imageNumber: number, { isReopened = false, fields = {} as Partial<TrainingImage> } = {}) {
  let imageRow = { ...createImageRow(imageNumber), ...fields };
  const stub = showImage({
    isReopened,
    image: imageRow,
    handlers: {
      'GET /recognition/v2/training-image/{id}': () => imageRow,
      [UPDATE_IMAGE]: ({ body }: { body: unknown }) => {
        imageRow = {
          ...imageRow,
          meta_data: (body as { meta_data: Record<string, string> }).meta_data,
          version: imageRow.version + 1,
        };
        return imageRow;
      },
      'GET /detection/v2/object/': page([
        createObjectRow(imageNumber + 30, imageRow),
        createObjectRow(imageNumber + 60, imageRow),
      ]),
    },
  });
  await openTab(/^Meta/);
  await openTab(/^Text/);
  return { stub, getMetaData: () => imageRow.meta_data };
}

const IMAGE_FIELDS = [
  ['server', { name: 'shelf.png', meta_data: { filename: 'shelf.png', aisle: 3 } }],
  ['server without a name field', { name: undefined, meta_data: { filename: 'shelf.png', aisle: 3 } }],
] as const;
test.each(IMAGE_FIELDS.slice(0, isLongRun ? undefined : 1))(
  'the editor hides the file name and keeps it on save: %s',
  async (_name, fields) => {
    const { stub } = await showMeta(21, { fields });
    expect(screen.getByText('File name')).toBeVisible();
    expect(JSON.parse((await findTextField()).value)).toEqual({ aisle: 3 });
    fireEvent.input(await findTextField(), { target: { value: '{ "own": true }' } });
    await userEvent.click(await screen.findByRole('button', { name: 'Save meta data' }));
    await waitFor(() =>
      expect(stub.getRequests(UPDATE_IMAGE)[0]?.body).toMatchObject({ meta_data: { own: true, filename: 'shelf.png' } }),
    );
  },
);

testInLongRun('an unsaved draft is kept while another tab is open', async () => {
  await showMeta(1);
  fireEvent.input(await findTextField(), { target: { value: '{ "shelf": 4 }' } });
  await openTab(/^List of items/);
  await openTab(/^Meta/);
  await openTab(/^Text/);
  expect(JSON.parse((await findTextField()).value)).toEqual({ shelf: 4 });
  fireEvent.input(await findTextField(), { target: { value: '{ "shelf": ' } });
  await openTab(/^List of items/);
  await openTab(/^Meta/);
  expect(await findTextField()).toHaveValue('{ "shelf": ');
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  await openTab(/^Text/);
  await waitFor(async () => expect(JSON.parse((await findTextField()).value)).toEqual({}));
});

testInLongRun('the text is kept while it changes between valid and invalid JSON', async () => {
  await showMeta(6);
  for (const typedText of ['{"shelf":4}', '{"shelf":4,', '{"shelf":4,"row":2}']) {
    fireEvent.input(await findTextField(), { target: { value: typedText } });
    // The editor applies a value after the next render.
    await screen.findByRole('button', { name: 'Discard changes' });
    expect(await findTextField()).toHaveValue(typedText);
  }
});

test('a draft survives a reload and shows its time until it is saved', async () => {
  await showMeta(5);
  fireEvent.input(await findTextField(), { target: { value: '{ "shelf": 4 }' } });
  const reopenImage = () => {
    cleanup();
    return showMeta(5, { isReopened: true });
  };
  const { getMetaData } = await reopenImage();
  expect(JSON.parse((await findTextField()).value)).toEqual({ shelf: 4 });
  expect(screen.getByText(/^Unsaved changes from \d\d:\d\d\.$/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Save meta data' }));
  await waitFor(() => expect(getMetaData()).toEqual({ shelf: 4 }));
  await reopenImage();
  expect(screen.queryByRole('button', { name: 'Discard changes' })).toBeNull();
});

testInLongRun('invalid JSON and JSON that is not an object show different errors', async () => {
  await showMeta(2);
  const saveButton = screen.getByRole('button', { name: 'Save meta data' });
  fireEvent.input(await findTextField(), { target: { value: '{ "shelf": ' } });
  expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual(['This is not valid JSON yet.']);
  expect(saveButton).toBeDisabled();
  for (const value of ['[1, 2]', '7', 'null']) {
    fireEvent.input(await findTextField(), { target: { value } });
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual(['Meta data must be a JSON object.']);
    expect(saveButton).toBeDisabled();
  }
});

test('meta data is saved and reverted by undo', async () => {
  const { stub, getMetaData } = await showMeta(3);
  fireEvent.input(await findTextField(), { target: { value: '{ "shelf": 4 }' } });
  await userEvent.click(screen.getByRole('button', { name: 'Save meta data' }));
  await waitFor(() => expect(getMetaData()).toEqual({ shelf: 4 }));
  expect(screen.queryByRole('button', { name: 'Discard changes' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(getMetaData()).toEqual({}));
  expect(stub.getRequests(UPDATE_IMAGE).map(({ params }) => params.id)).toEqual([createId(3), createId(3)]);
});

testInLongRun('a draft of an object is kept while another card is open', async () => {
  await showMeta(4);
  const openObject = async () => {
    await openTab(/^List of items/);
    await userEvent.click(
      await within(await screen.findByRole('region', { name: 'Objects' })).findByRole('button', { name: /^Cup 1/ }),
    );
  };
  await openObject();
  const card = within(screen.getByRole('region', { name: 'Object' }));
  await userEvent.click(card.getByRole('tab', { name: /^Meta/ }));
  await userEvent.click(await card.findByRole('tab', { name: /^Text/ }));
  fireEvent.input(await card.findByRole('textbox', { name: 'Meta data' }), { target: { value: '{ "handle": "left" }' } });
  await userEvent.click(card.getByRole('button', { name: 'Close' }));
  await openObject();
  const reopenedCard = within(screen.getByRole('region', { name: 'Object' }));
  expect(reopenedCard.getByRole('button', { name: 'Save meta data' })).toBeEnabled();
});

test('an invalid draft of one object is not shown for another', async () => {
  await showMeta(7);
  await openTab(/^List of items/);
  const objectList = within(await screen.findByRole('region', { name: 'Objects' }));
  const getCard = () => within(screen.getByRole('region', { name: 'Object' }));
  const findField = () => getCard().findByRole<HTMLTextAreaElement>('textbox', { name: 'Meta data' });
  const [firstCupButton, secondCupButton] = objectList.getAllByRole('button', { name: /^Cup \d/ });
  await userEvent.click(firstCupButton!);
  await userEvent.click(getCard().getByRole('tab', { name: /^Meta/ }));
  await userEvent.click(await getCard().findByRole('tab', { name: /^Text/ }));
  fireEvent.input(await findField(), { target: { value: '{ "handle": "left" }' } });
  fireEvent.input(await findField(), { target: { value: '{ "handle": ' } });
  await userEvent.click(secondCupButton!);
  await userEvent.click(await getCard().findByRole('tab', { name: /^Text/ }));
  await waitFor(async () => expect(JSON.parse((await findField()).value)).toEqual({}));
  expect(getCard().queryByRole('alert')).toBeNull();
  await userEvent.click(firstCupButton!);
  expect(await findField()).toHaveValue('{ "handle": ');
});
