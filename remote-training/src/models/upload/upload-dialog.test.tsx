import { failWith, signInForTest, stubApi } from '@console/shared-auth/testing';
import type { ModelFileCheck } from '@console/shared-contract/api';
import { renderConsole } from '@console/shared-ui/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ChangeModel } from './change-model';
import { UploadDialog } from './upload-dialog';
import { uploadMessages } from './upload-messages';

const CHECK_MODEL = 'POST /annotate/v2/model-file/';
const ADD_MODEL = 'POST /annotate/v2/model-file/add';
const task = {
  id: 't1',
  name: 'Cells',
  labels: [
    { id: 'l1', name: 'RBC' },
    { id: 'l2', name: 'WBC' },
  ],
};
const imageRow = { thumb_img_path: '/a.png', img_width: 640, img_height: 480 };
const modelCheck: ModelFileCheck = {
  token: 'signed',
  layout: 'yolo',
  width: 640,
  height: 640,
  pixels: '0-1',
  bytes: 12_300_000,
  open_milliseconds: 210,
  memory_bytes: 84_000_000,
  classes: [
    { index: 0, name: 'rbc', label: 'l1' },
    { index: 1, name: 'leukocyte', label: null },
    { index: 2, name: 'platelet', label: null },
  ],
  pictures: [
    {
      image: 'i1',
      thumb_img_path: '/a.png',
      img_width: 640,
      img_height: 480,
      milliseconds: 31.4,
      predictions: [
        { class: 0, prob: 0.91, bound_box: [10, 20, 60, 80], polygon: null },
        { class: 2, prob: 0.1, bound_box: [100, 20, 160, 80], polygon: null },
      ],
    },
    { image: 'i2', thumb_img_path: '/b.png', img_width: 640, img_height: 480, milliseconds: 28, predictions: [] },
  ],
};

beforeEach(() => signInForTest());

function renderUploadDialog(routes: Parameters<typeof stubApi>[0], domain: 'detection' | 'recognition' = 'detection') {
  const stub = stubApi({ 'GET /annotate/v2/model-file/': { files: [] }, ...routes });
  const onClose = jest.fn();
  renderConsole(<UploadDialog domain={domain} task={task} onClose={onClose} />);
  const user = userEvent.setup();
  const chooseAndCheck = async () => {
    await user.upload(screen.getByLabelText('Model file', { selector: 'input' }), new File(['onnx'], 'cells-v8.onnx'));
    await user.click(screen.getByRole('button', { name: 'Check model' }));
  };
  return { stub, onClose, user, chooseAndCheck };
}

it('shows the predictions of the model, maps its classes to labels and adds the model', async () => {
  const { stub, onClose, user, chooseAndCheck } = renderUploadDialog({
    [CHECK_MODEL]: modelCheck,
    [ADD_MODEL]: { model: 'm1', number: 3 },
  });
  await chooseAndCheck();
  expect(await screen.findByText('0: rbc 91%')).toBeVisible();
  expect(screen.getByText('Nothing found.')).toBeVisible();
  expect(screen.getByText('31 ms, 28 ms')).toBeVisible();
  expect(screen.getByText('84.0 MB')).toBeVisible();
  const form = stub.getRequests(CHECK_MODEL)[0]!.body as FormData;
  expect(Object.fromEntries(form)).toMatchObject({ domain: 'detection', task: 't1' });
  expect(form.get('model')).toMatchObject({ name: 'cells-v8.onnx' });

  // The class with the name of a label is suggested.
  expect(within(screen.getByRole('toolbar', { name: 'RBC' })).getByText('0: rbc')).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: 'WBC' }));
  expect(screen.queryByRole('option', { name: '0: rbc' })).toBeNull();
  await user.click(screen.getByRole('option', { name: '1: leukocyte' }));
  expect(screen.getByLabelText(/^Name/)).toHaveValue('cells-v8');
  await user.type(screen.getByLabelText('License'), 'MIT');
  await user.click(screen.getByRole('button', { name: 'Add model' }));
  expect(await screen.findByText('Model 3 was added.')).toBeVisible();
  expect(onClose).toHaveBeenCalled();
  expect(stub.getRequests(ADD_MODEL)[0]!.body).toMatchObject({
    domain: 'detection',
    task: 't1',
    token: 'signed',
    name: 'cells-v8',
    licence: 'MIT',
    classes: [
      { index: 0, label: 'l1' },
      { index: 1, label: 'l2' },
    ],
  });
});

it('shows why a model cannot be used, and checks it again with other pixel values', async () => {
  const responses = [failWith(400, 'The model stores its weights in other files. Export it as one file.'), modelCheck];
  const { stub, user, chooseAndCheck } = renderUploadDialog({ [CHECK_MODEL]: () => responses.shift() });
  await user.click(screen.getByRole('button', { name: 'Check model' }));
  expect(screen.getByText('Choose a file.')).toBeVisible();
  await chooseAndCheck();
  expect(await screen.findByText(/The model stores its weights in other files/)).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Pixel values'), '0 to 255');
  await user.click(screen.getByRole('button', { name: 'Check model' }));
  expect(await screen.findByText('0: rbc 91%')).toBeVisible();
  expect((stub.getRequests(CHECK_MODEL)[1]!.body as FormData).get('pixels')).toBe('0-255');
});

it('checks a model file that the operator offers', async () => {
  const files = [{ name: 'yolo-cells.onnx', bytes: 12_300_000 }];
  const { stub, user } = renderUploadDialog({ 'GET /annotate/v2/model-file/': { files }, [CHECK_MODEL]: modelCheck });
  await user.selectOptions(await screen.findByLabelText('Or a file on the server'), 'yolo-cells.onnx (12.3 MB)');
  await user.click(screen.getByRole('button', { name: 'Check model' }));
  expect(await screen.findByText('0: rbc 91%')).toBeVisible();
  expect(Object.fromEntries(stub.getRequests(CHECK_MODEL)[0]!.body as FormData)).toMatchObject({
    server_file: 'yolo-cells.onnx',
  });
  expect(screen.getByLabelText(/^Name/)).toHaveValue('yolo-cells');
});

test('changes the description of a model, and the minimum confidence of a label', async () => {
  const uploaded = {
    name: 'cells-v8',
    notes: '',
    licence: 'MIT',
    layout: 'yolo',
    width: 640,
    height: 640,
    bytes: 1,
    milliseconds: 1,
    memory_bytes: 1,
    classes: [{ index: 0, name: 'rbc', label: 'l1' }],
    thresholds: [
      { id: 'l1', threshold: 0.45 },
      { id: 'l2', threshold: 0.3 },
    ],
    threshold_pictures: 24,
  };
  const stub = stubApi({ 'PATCH /annotate/v2/model-file/{id}': { model: 'm1' } });
  const labels = new Map(task.labels.map(({ id, name }) => [id, name]));
  expect(uploadMessages.details(uploaded, labels)['Minimum confidence']).toBe(
    'RBC 45%, WBC 30%, chosen on 24 verified TRAIN images',
  );
  renderConsole(<ChangeModel domain="detection" model="m1" uploaded={uploaded} labels={labels} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Change model' }));
  await user.clear(screen.getByLabelText(/^Name/));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Enter a name.')).toBeVisible();
  await user.type(screen.getByLabelText(/^Name/), 'cells-v9');
  await user.type(screen.getByLabelText('Notes'), 'From the lab');
  fireEvent.change(screen.getByRole('slider', { name: 'RBC' }), { target: { value: '60' } });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Model saved')).toBeVisible();
  expect(stub.getRequests('PATCH /annotate/v2/model-file/{id}')[0]!.body).toMatchObject({
    domain: 'detection',
    name: 'cells-v9',
    licence: 'MIT',
    notes: 'From the lab',
    thresholds: { l1: 0.6 },
  });
});

test('uploads the three files of an interactive model, and deletes the model after a confirmation', async () => {
  const UPLOAD_MODEL = 'POST /interactive-model/v2/';
  const model = { name: 'Old', licence: null, decoder: '/d', coordinate_size: 64, mask_shape: [1, 1, 4, 4], uploaded: true };
  const { stub, onClose, user } = renderUploadDialog({
    'GET /interactive-model/v2/': { status: 'ready', problem: null, model },
    'DELETE /interactive-model/v2/': null,
    [UPLOAD_MODEL]: {
      name: 'MobileSAM',
      milliseconds: 412.4,
      memory_bytes: 300_000_000,
      pictures: [
        { ...imageRow, image: 'i1', milliseconds: 412.4, polygon: [10, 10, 60, 10, 60, 60] },
        { ...imageRow, image: 'i2', milliseconds: 408, polygon: null },
      ],
    },
  });
  await user.selectOptions(screen.getByLabelText('Kind of model'), 'Interactive model of the workspace');
  await user.click(await screen.findByRole('button', { name: 'Delete model' }));
  await screen.findByText('Delete Old?');
  await user.click(screen.getAllByText('Delete model').at(-1)!);
  expect(await screen.findByText('Model deleted')).toBeVisible();
  expect(stub.getRequests('DELETE /interactive-model/v2/')).toHaveLength(1);
  expect(onClose).toHaveBeenCalledTimes(1);

  const files = ['encoder.onnx', 'decoder.onnx', 'model.json'].map((name) =>
    // jsdom does not support `File.text()`.
    Object.assign(new File(['{}'], name), { text: async () => '{}' }),
  );
  const input = screen.getByLabelText('Model files', { selector: 'input' });
  await user.upload(input, files.slice(0, 2));
  await user.click(screen.getByRole('button', { name: 'Check and use model' }));
  expect(await screen.findByText('Choose model.json, too.')).toBeVisible();
  await user.upload(input, files);
  await user.click(screen.getByRole('button', { name: 'Check and use model' }));
  const result = within(await screen.findByRole('dialog', { name: 'MobileSAM is used in this workspace' }));
  expect(result.getByText('412 ms')).toBeVisible();
  expect(result.getByText('300.0 MB')).toBeVisible();
  expect(result.getByText('Found by a point in the middle')).toBeVisible();
  expect(result.getByText('Nothing found by a point in the middle')).toBeVisible();
  await user.click(result.getByRole('button', { name: 'Close' }));
  const form = stub.getRequests(UPLOAD_MODEL)[0]!.body as FormData;
  expect([...form.keys()]).toEqual(['description', 'encoder', 'decoder']);
  expect(onClose).toHaveBeenCalledTimes(2);
});

testInLongRun('uses an interactive model of the server, unless files are chosen after it', async () => {
  const UPLOAD_MODEL = 'POST /interactive-model/v2/';
  const { stub, user } = renderUploadDialog({
    'GET /annotate/v2/model-file/': { files: [], interactive: [{ name: 'mobile-sam', bytes: 40_000_000 }] },
    'GET /interactive-model/v2/': { status: 'none', problem: null, model: null },
    [UPLOAD_MODEL]: { name: 'MobileSAM', milliseconds: 412, memory_bytes: 300_000_000, pictures: [] },
  });
  expect(screen.queryByLabelText('Or a file on the server')).toBeNull();
  await user.selectOptions(screen.getByLabelText('Kind of model'), 'Interactive model of the workspace');
  const choice = await screen.findByLabelText('Or a model on the server');
  await user.selectOptions(choice, 'mobile-sam (40.0 MB)');
  await user.upload(screen.getByLabelText('Model files', { selector: 'input' }), new File(['onnx'], 'encoder.onnx'));
  expect(choice).toHaveValue('');
  await user.selectOptions(choice, 'mobile-sam (40.0 MB)');
  expect(screen.queryByText(/^encoder\.onnx/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Check and use model' }));
  expect(await screen.findByRole('dialog', { name: 'MobileSAM is used in this workspace' })).toBeVisible();
  expect(Object.fromEntries(stub.getRequests(UPLOAD_MODEL)[0]!.body as FormData)).toEqual({ server_file: 'mobile-sam' });
});

testInLongRun('uploads an embedding model, and shows how similar the checked images are to each other', async () => {
  const UPLOAD_MODEL = 'POST /embedding-model/v2/';
  const result = {
    name: 'dino',
    width: 224,
    height: 224,
    pixels: 'imagenet',
    length: 384,
    bytes: 88_000_000,
    open_milliseconds: 300,
    memory_bytes: 200_000_000,
    pictures: [
      { ...imageRow, image: 'i1', milliseconds: 51.4, likeness: [1, 0.83] },
      { ...imageRow, image: 'i2', milliseconds: 48, likeness: [0.83, 1] },
    ],
  };
  const { stub, user, onClose } = renderUploadDialog(
    {
      'GET /annotate/v2/model-file/': { files: [{ name: 'clip.onnx', bytes: 12_300_000 }] },
      'GET /embedding-model/v2/': { model: null },
      [UPLOAD_MODEL]: result,
    },
    'recognition',
  );
  // Interactive models find shapes, which tasks of recognition do not have.
  expect(screen.queryByRole('option', { name: 'Interactive model of the workspace' })).toBeNull();
  await user.selectOptions(screen.getByLabelText('Kind of model'), 'Embedding model of the workspace');
  await user.click(screen.getByRole('button', { name: 'Check and use model' }));
  expect(await screen.findByText('Choose a file.')).toBeVisible();
  await user.upload(screen.getByLabelText('Model file', { selector: 'input' }), new File(['onnx'], 'own.onnx'));
  expect(screen.getByText(/^own\.onnx/)).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Or a file on the server'), 'clip.onnx (12.3 MB)');
  expect(screen.queryByText(/^own\.onnx/)).toBeNull();
  expect(screen.getByLabelText(/^Name/)).toHaveValue('clip');
  await user.selectOptions(screen.getByLabelText('Pixel values'), '0 to 1');
  await user.click(screen.getByRole('button', { name: 'Check and use model' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'dino is used in this workspace' }));
  expect(dialog.getByText('384')).toBeVisible();
  expect(dialog.getByText('Image 2. Similarity: 83% to image 1')).toBeVisible();
  expect(Object.fromEntries(stub.getRequests(UPLOAD_MODEL)[0]!.body as FormData)).toMatchObject({
    name: 'clip',
    pixels: '0-1',
    server_file: 'clip.onnx',
  });
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('focuses the button that opened the dialog, even after the kind of model has changed', async () => {
  stubApi({ 'GET /annotate/v2/model-file/': { files: [] }, 'GET /embedding-model/v2/': { model: null } });
  function Opener() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => setOpen(true)}>Open</button>
        {isOpen && <UploadDialog domain="detection" task={task} onClose={() => setOpen(false)} />}
      </>
    );
  }
  renderConsole(<Opener />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.selectOptions(await screen.findByLabelText('Kind of model'), 'Embedding model of the workspace');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus());
});
