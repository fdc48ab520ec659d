import { failWith, page, signInForTest } from '@console/shared-auth/testing';
import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getUrl } from '../browser/images-page-testing';
import { createId } from '../browser/testing';
import { sender } from './sending/sender';
import {
  CREATE_IMPORT,
  createImport,
  ADD_FILES,
  findDialog,
  importId,
  READ_IMPORT,
  openImages,
  UPLOAD_CHUNK,
  PLAN_IMPORT,
  importPlan,
} from '../browser/import-testing';

beforeEach(() => signInForTest());
afterEach(() => sender.clear());

test('an archive upload resumes after lost responses', async () => {
  const file = new File(['01234567890123456789'], 'bccd.zip', { type: 'application/zip' });
  const chunkResponses = [failWith(0), { received: 20 }];
  const planResponses = [failWith(0), createImport({ state: 'reading' })];
  const stub = await openImages('/images', {
    [CREATE_IMPORT]: createImport({ state: 'collecting', files: 0 }),
    [READ_IMPORT]: createImport({ state: 'collecting' }),
    [ADD_FILES]: { files: [{ id: createId(502), path: 'bccd.zip', size: 20, received: 8 }] },
    [UPLOAD_CHUNK]: () => chunkResponses.shift(),
    [PLAN_IMPORT]: () => planResponses.shift(),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }));
  const importDialog = await findDialog();
  expect(await importDialog.findByText('Nothing has been imported yet.')).toBeVisible();
  await userEvent.upload(importDialog.getByTestId('import-files'), file);
  expect(await importDialog.findByText('No connection. Sending resumes when you are back online.')).toBeVisible();
  expect(importDialog.getByRole('progressbar', { name: 'Sending the files' })).toBeVisible();
  await waitFor(() => expect(getUrl()).toBe(`/images?import=${importId}`));
  fireEvent(window, new Event('online'));
  // The server has received all chunks. Then, the connection is lost again.
  await waitFor(() => expect(stub.getRequests(PLAN_IMPORT)).toHaveLength(1));
  expect(await importDialog.findByText('No connection. Sending resumes when you are back online.')).toBeVisible();
  stub.addHandlers({ [READ_IMPORT]: createImport({ plan: importPlan }) });
  fireEvent(window, new Event('online'));
  expect(await importDialog.findByText(/This is what would happen/)).toBeVisible();
  expect(stub.getRequests(CREATE_IMPORT)[0]?.body).toMatchObject({ name: 'bccd.zip' });
  expect(stub.getRequests(ADD_FILES)[0]?.body).toMatchObject({ files: [{ path: 'bccd.zip', size: 20 }] });
  // Chunks that the server already has are not sent again.
  expect(stub.getRequests(UPLOAD_CHUNK).map(({ query }) => query)).toEqual([{ offset: 8 }, { offset: 8 }]);
  expect(stub.getRequests(UPLOAD_CHUNK)[0]?.headers['Content-Type']).toBe('application/octet-stream');
  expect(stub.getRequests(PLAN_IMPORT)).toHaveLength(2);
});

test('after a reload, the dialog asks for the same files', async () => {
  const stub = await openImages(`/images?import=${importId}`, {
    [READ_IMPORT]: createImport({ state: 'collecting' }),
    [ADD_FILES]: { files: [{ id: createId(502), path: 'bccd.zip', size: 20, received: 20 }] },
    [PLAN_IMPORT]: createImport({ state: 'reading' }),
  });
  const dialog = await findDialog();
  expect(await dialog.findByText('Some files have not been sent.')).toBeVisible();
  stub.addHandlers({ [READ_IMPORT]: createImport({ plan: importPlan }) });
  await userEvent.upload(dialog.getByTestId('import-files'), new File(['01234567890123456789'], 'bccd.zip'));
  expect(await dialog.findByText(/This is what would happen/)).toBeVisible();
  expect(stub.getRequests(UPLOAD_CHUNK)).toEqual([]);
});

test('a dropped archive starts an import and dropped images are uploaded', async () => {
  const UPLOAD_IMAGE = 'POST /recognition/v2/training-image/';
  const stub = await openImages('/images', {
    [CREATE_IMPORT]: createImport({ state: 'collecting' }),
    [READ_IMPORT]: createImport({ state: 'collecting' }),
    [ADD_FILES]: { files: [{ id: createId(502), path: 'a.zip', size: 1, received: 0 }] },
    [UPLOAD_CHUNK]: { received: 1 },
    [PLAN_IMPORT]: createImport({ state: 'reading' }),
    [UPLOAD_IMAGE]: { id: createId(2) },
  });
  const dropFile = async (file: File) => {
    const list = await screen.findByRole('list', { name: 'Images' });
    fireEvent.dragEnter(list, { dataTransfer: { files: [], items: [], types: ['Files'] } });
    expect(screen.getByText('Drop images to upload them, a folder or an archive to import it')).toBeVisible();
    const event = createEvent.drop(list, { dataTransfer: { files: [file], items: [], types: ['Files'] } });
    fireEvent(list, event);
  };
  await dropFile(new File(['a'], 'a.jpg', { type: 'image/jpeg' }));
  await waitFor(() => expect(stub.getRequests(UPLOAD_IMAGE)).toHaveLength(1));
  expect(stub.getRequests(CREATE_IMPORT)).toEqual([]);
  await dropFile(new File(['b'], 'a.zip', { type: 'application/zip' }));
  expect(await screen.findByRole('dialog', { name: 'Import' })).toBeVisible();
  await waitFor(() => expect(stub.getRequests(PLAN_IMPORT)).toHaveLength(1));
  expect(stub.getRequests(CREATE_IMPORT)[0]?.body).toMatchObject({ name: 'a.zip' });
  expect(stub.getRequests(UPLOAD_IMAGE)).toHaveLength(1);
});

test('an empty workspace offers the import next to the upload', async () => {
  await openImages('/images', { 'GET /recognition/v2/training-image/': page([], 0) });
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }));
  expect(await screen.findByRole('dialog', { name: 'Import' })).toBeVisible();
});
