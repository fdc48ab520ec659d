import { failWith, page, signInForTest } from '@console/shared-auth/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LIST_MODELS, showModelsDialog } from './testing/show-models-dialog';

const GET_COMPARISON = 'GET /annotate/v2/model-comparison/';
const GET_RULE = 'GET /annotate/v2/training-rule/';
const GET_CURVE = 'GET /annotate/v2/learning-curve/';
const task = { id: 't1', name: 'Cells', labels: [{ id: 'l1', name: 'RBC' }] };
const createModel = (number: number, in_use: boolean) => ({
  id: `m${number}`,
  number,
  in_use,
  detection_task: 't1',
  train_status: 'TRAINED' as const,
  error: null,
  map: 0.4,
  model_path_download: null,
  created: `2026-02-0${number}T10:00:00Z`,
});
const totalDifference = {
  measure: 'f1' as const,
  value: 0.912,
  other: 0.874,
  difference: 0.038,
  low: 0.011,
  high: 0.065,
  pictures: 60,
  changed: 17,
  result: 'better' as const,
};
const comparison = {
  task: 't1',
  evaluating: false,
  total: totalDifference,
  improved: 12,
  worsened: 5,
  learned: 1,
  model: { id: 'm2', number: 2, evaluation: 'e2' },
  other: { id: 'm1', number: 1, evaluation: 'e1' },
  labels: [{ ...totalDifference, id: 'l1', name: 'RBC', low: -0.02, result: 'undecided' as const }],
  changes: [{ image: 'i1', thumb_img_path: '/i1', errors: 1, other_errors: 4 }],
};
const forecast = { target: 0.95, state: 'forecast' as const, more: 1234, points: 4, exponent: 0.5, deviation: 0.05 };
const estimate = { value: 0.91, low: 0.85, high: 0.95, pictures: 60 };
const curvePoint = {
  model: 'm2',
  number: 2,
  created: '2026-02-02T10:00:00Z',
  train_pictures: 240,
  verified_pictures: 180,
  evaluation: 'e2',
  pictures: 60,
  total: { ...estimate, measure: 'f1' as const },
  labels: [{ ...estimate, id: 'l1', name: 'RBC' }],
};
const curve = {
  task: 't1',
  points: [curvePoint],
  forecast,
  labels: [{ id: 'l1', name: 'RBC', forecast: { ...forecast, state: 'too_few_points' as const, points: 3, more: null } }],
};

beforeEach(() => signInForTest());

const renderModels = (routes: Parameters<typeof showModelsDialog>[0]) =>
  showModelsDialog({ [LIST_MODELS]: page([createModel(2, true), createModel(1, false)]), ...routes }, task);

test('compares a model with the previous one by label and by changed images', async () => {
  const user = userEvent.setup();
  const stub = renderModels({ [GET_COMPARISON]: comparison });
  await user.click(await screen.findByText('Compare with the previous model'));
  const section = within(await screen.findByRole('group', { name: 'Compare with the previous model' }));
  expect(
    await section.findByText(
      'F1 0.912, model 1 has 0.874: +0.038 (+0.011 to +0.065) on 60 TEST images, 17 with different results.',
    ),
  ).toBeVisible();
  expect(section.getByText('Better')).toBeVisible();
  expect(section.getByText('1 image was left out, because one of the models was trained on it.')).toBeVisible();
  const row = within(section.getByRole('row', { name: /RBC/ }));
  expect(row.getByText('+0.038 (−0.020 to +0.065)')).toBeVisible();
  expect(row.getByText('Not distinguishable')).toBeVisible();
  await user.click(section.getByText('12 images with fewer errors, 5 with more'));
  expect(section.getByRole('link', { name: '1 error instead of 4' })).toHaveAttribute('href', '/image/i1');
  expect(stub.getRequests(GET_COMPARISON)[0]).toMatchObject({ query: { domain: 'detection', model: 'm2' } });
});

test('activating a model moves the focus to its card, because the button disappears', async () => {
  const stub = renderModels({});
  stub.addHandlers({
    'POST /detection/v2/model/{id}/take-back': () => {
      stub.addHandlers({ 'GET /detection/v2/model/': page([createModel(2, false), createModel(1, true)]) });
      return createModel(1, true);
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Use this model' }));
  await waitFor(() => expect(screen.getByText('Model 1').closest('li')).toHaveFocus());
});

test('a model without an evaluation can be evaluated', async () => {
  const user = userEvent.setup();
  const stub = renderModels({
    [GET_COMPARISON]: { ...comparison, total: null, labels: [], changes: [], other: { id: 'm1', number: 1, evaluation: null } },
    'POST /detection/v2/task/{id}/evaluate': { id: 'e1' } as never,
  });
  await user.click(await screen.findByText('Compare with the previous model'));
  expect(
    await screen.findByText('Both models must be evaluated on the verified TEST images. Model 1 has no evaluation with images.'),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Evaluate model 1' }));
  expect(stub.getRequests('POST /detection/v2/task/{id}/evaluate')[0]).toMatchObject({ body: { model: 'm1' } });
  await waitFor(() => expect(screen.getByRole('group', { name: 'Compare with the previous model' })).toHaveFocus());
});

test('the learning curve lists models with intervals, and a forecast or why it is missing', async () => {
  const user = userEvent.setup();
  renderModels({ [GET_CURVE]: curve });
  await user.click(await screen.findByText('Quality by training images'));
  expect(await screen.findByText('About 1,200 more training images for F1 0.95.')).toBeVisible();
  const row = within(screen.getByRole('row', { name: /Model 2/ }));
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['240', '180', '0.910', '0.850 to 0.950', '60']),
  );
  await user.click(screen.getByRole('combobox', { name: 'Label' }));
  await user.click(await screen.findByRole('option', { name: 'RBC' }));
  expect(screen.getByText(/No forecast for F1 0.95: .* This task has 3\./)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Download CSV' })).toBeEnabled();
});

test('an error is shown if the training rule cannot be loaded', async () => {
  renderModels({ [GET_RULE]: failWith(500, 'The server has an error.') });
  expect(await screen.findByText("Couldn't load the automatic training.")).toBeVisible();
});

testInLongRun('automatic training is shown and changed', async () => {
  const user = userEvent.setup();
  const rule = {
    promotion: 'newest' as const,
    after_job: true,
    every_pictures: null,
    schedule: null,
    user: null,
    last_training: '2026-02-02T10:00:00Z',
    new_pictures: 31,
  };
  const stub = renderModels({ [GET_RULE]: rule, 'PUT /annotate/v2/training-rule/': { ...rule, every_pictures: 50 } });
  expect(await screen.findByText('The task is trained when a job is complete.')).toBeVisible();
  expect(screen.getByText(/^31 images were verified after the last training on /)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Change automatic training' }));
  // Include hidden elements. On a busy machine, jsdom focuses the nested dialog before Tabster has registered it, so Tabster hides
  // the nested dialog together with its parent. This does not happen in Chromium.
  const isHidden = true;
  const title = await screen.findByRole('heading', { name: 'Change automatic training', hidden: isHidden });
  const dialog = within(title.closest<HTMLElement>('[role="dialog"]')!);
  const getSaveButton = () => dialog.getByRole('button', { name: 'Save', hidden: isHidden });
  const imageCountField = dialog.getByRole('textbox', { name: /number of new verified images/, hidden: isHidden });
  await user.type(imageCountField, '0');
  await user.click(getSaveButton());
  expect(await dialog.findByText('Enter a whole number from 1 to 1,000,000, or leave the field empty.')).toBeVisible();
  await user.clear(imageCountField);
  await user.type(imageCountField, '50');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Model in use', hidden: isHidden }), 'better');
  await user.click(getSaveButton());
  expect(await screen.findByText('Automatic training saved')).toBeVisible();
  expect(stub.getRequests('PUT /annotate/v2/training-rule/')[0]).toMatchObject({
    body: { domain: 'detection', task: 't1', promotion: 'better', after_job: true, every_pictures: 50, schedule: null },
  });
});
