import { signInForTest } from '@console/shared-auth/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createId } from '../browser/testing';
import {
  createImport,
  createWork,
  findDialog,
  importId,
  READ_IMPORT,
  openImages,
  PLAN_IMPORT,
  importPlan,
  importResult,
  RUN_IMPORT,
} from '../browser/import-testing';

beforeEach(() => signInForTest());

test('the plan shows the expected result and runs with the selected labels and tasks', async () => {
  const stub = await openImages(`/images?import=${importId}`, {
    [READ_IMPORT]: createImport({ plan: importPlan }),
    [RUN_IMPORT]: createImport({ state: 'running' }),
  });
  const dialog = await findDialog();
  expect((await dialog.findByText('Already here')).nextSibling).toHaveTextContent('4');
  expect(dialog.getByText('A box of no width (2)')).toBeVisible();
  expect(await dialog.findByText('The file ends too early.')).toBeVisible();
  const cupRow = within(await dialog.findByRole('row', { name: /Cup/ }));
  expect(cupRow.getByRole('combobox', { name: 'Cup becomes' })).toHaveValue('Cup');
  const rbcPicker = dialog.getByRole('combobox', { name: 'RBC becomes' });
  expect(rbcPicker).toHaveValue('New label: RBC');
  await userEvent.click(cupRow.getByRole('combobox', { name: 'Cup becomes' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Plate' }));
  expect(dialog.getByText('2 labels are in no task, so nobody can annotate with them yet.')).toBeVisible();
  await userEvent.click(dialog.getByRole('combobox', { name: 'Ink becomes' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Skip' }));
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Shapes outside their image' }), 'Skip them');
  expect(dialog.getByText('1 label is in no task, so nobody can annotate with them yet.')).toBeVisible();
  await userEvent.click(dialog.getByRole('combobox', { name: 'Task for boxes' }));
  await userEvent.click(await screen.findByRole('option', { name: 'New task: bccd.zip' }));
  stub.addHandlers({ [READ_IMPORT]: createImport({ plan: importPlan, state: 'running', work: createWork() }) });
  await userEvent.click(dialog.getByRole('button', { name: 'Import' }));
  expect(await dialog.findByText('120 of 364, 15 a second, 17 s left')).toBeVisible();
  expect(dialog.getByRole('group', { name: 'bccd.zip' })).toHaveFocus();
  expect(stub.getRequests(RUN_IMPORT)[0]?.body).toMatchObject({
    classes: [
      { key: 'd:Cup', label: createId(22) },
      { key: 'd:Ink', label: 'leave_out' },
    ],
    tasks: { detection: { name: 'bccd.zip' } },
    outside: 'skip',
  });
});

test('declared verifications are applied only if the user selects the option', async () => {
  const declaredCounts = { images: 360, shapes: 4888, confirmations: 12 };
  const stub = await openImages(`/images?import=${importId}`, {
    [READ_IMPORT]: createImport({ plan: { ...importPlan, classes: [], declared: declaredCounts } }),
    [RUN_IMPORT]: createImport({ state: 'running' }),
  });
  const dialog = await findDialog();
  expect(await dialog.findByRole('heading', { name: 'Declared by the files' })).toBeVisible();
  expect(dialog.getByText(/never counts as work of a user/)).toBeVisible();
  const checkbox = dialog.getByRole('checkbox', { name: /^Verify in my name .* \(12 images and groups\)$/ });
  expect(checkbox).not.toBeChecked();
  await userEvent.click(checkbox);
  await userEvent.click(dialog.getByRole('button', { name: 'Import' }));
  await waitFor(() => expect(stub.getRequests(RUN_IMPORT)[0]?.body).toMatchObject({ adopt_confirmations: true }));
});

test('changing the conversion of outlines reads the files again and updates the plan', async () => {
  const polygonPlan = { ...importPlan, shapes: { ...importPlan.shapes, boxes: 0, polygons: 80 } };
  const stub = await openImages(`/images?import=${importId}`, {
    [READ_IMPORT]: createImport({ plan: polygonPlan }),
    [PLAN_IMPORT]: createImport({ state: 'reading' }),
  });
  const dialog = await findDialog();
  const outlinePicker = await dialog.findByRole('combobox', { name: 'Outlines become' });
  stub.addHandlers({ [READ_IMPORT]: createImport({ state: 'reading', work: createWork({ done: 3 }) }) });
  await userEvent.selectOptions(outlinePicker, 'The boxes around them');
  expect(await dialog.findByRole('progressbar', { name: 'Reading the files' })).toBeVisible();
  stub.addHandlers({
    [READ_IMPORT]: createImport({ plan: { ...importPlan, outlines: 'boxes', shapes: { ...importPlan.shapes, boxes: 80 } } }),
  });
  expect(await dialog.findByRole('combobox', { name: 'Outlines become' }, { timeout: 4000 })).toHaveDisplayValue(
    'The boxes around them',
  );
  expect(stub.getRequests(PLAN_IMPORT).map(({ body }) => body)).toMatchObject([{ format: 'voc', outlines: 'boxes' }]);
});

testInLongRun('shows that reading restarted, but only while the files are read', async () => {
  const readingImport = createImport({
    state: 'reading',
    work: createWork({ done: 0, total: null, per_second: null, seconds_left: null, cut_off: 1 }),
  });
  const stub = await openImages(`/images?import=${importId}`, { [READ_IMPORT]: readingImport });
  const dialog = await findDialog();
  expect(await dialog.findByText(/^Reading was interrupted, .*\. It has started again\.$/)).toBeVisible();
  // The count is hidden while it is 0 and the total is unknown.
  expect(dialog.queryByText('0')).toBeNull();
  stub.addHandlers({ [READ_IMPORT]: createImport({ plan: importPlan, state: 'running', work: createWork({ cut_off: 1 }) }) });
  expect(await dialog.findByRole('progressbar', { name: 'Importing' }, { timeout: 4000 })).toBeVisible();
  expect(dialog.queryByText(/started again/)).not.toBeInTheDocument();
});

test('shows groups, jobs and products of a console-format import in plan and report', async () => {
  const planWithGroups = {
    ...importPlan,
    format: 'console' as const,
    groups: { new: 17, here: 24 },
    jobs: { new: 18, here: 25 },
  };
  const finalResult = { ...importResult, groups_created: 41, jobs_created: 42, products: { created: 12, pictures: 31 } };
  const completePlan = { ...planWithGroups, products: { new: 12, here: 3 } };
  const stub = await openImages(`/images?import=${importId}`, { [READ_IMPORT]: createImport({ plan: completePlan }) });
  const dialog = await findDialog();
  expect(await dialog.findByRole('heading', { name: 'Products' })).toBeVisible();
  for (const heading of ['Groups', 'Jobs']) expect(dialog.getByRole('heading', { name: heading })).toBeVisible();
  for (const count of ['17', '24', '18', '25', '12']) expect(dialog.getByText(count)).toBeVisible();
  stub.addHandlers({
    [RUN_IMPORT]: createImport(),
    [READ_IMPORT]: createImport({ plan: completePlan, state: 'done', result: finalResult }),
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Import' }));
  expect(await dialog.findByText('Products created')).toBeVisible();
  for (const text of ['31', 'Groups created', '41', 'Jobs created', '42']) expect(dialog.getByText(text)).toBeVisible();
});

testInLongRun('labels whose service the workspace does not have are skipped and not offered', async () => {
  const polygonClass = { ...importPlan.classes[0]!, key: 's:Leaf', of: 'segmentation' as const, name: 'Leaf' };
  signInForTest({ services: ['annotate', 'recognition', 'custom-object-detection'] });
  const stub = await openImages(`/images?import=${importId}`, {
    [READ_IMPORT]: createImport({ plan: { ...importPlan, classes: [...importPlan.classes, polygonClass] } }),
    [RUN_IMPORT]: createImport({ state: 'running' }),
  });
  const dialog = await findDialog();
  expect(await dialog.findByText(/does not have the service for polygons and masks\. The import skips them\.$/)).toBeVisible();
  expect(await dialog.findByRole('combobox', { name: 'RBC becomes' })).toBeVisible();
  expect(dialog.queryByRole('combobox', { name: 'Leaf becomes' })).not.toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Import' }));
  await waitFor(() =>
    expect(stub.getRequests(RUN_IMPORT)[0]?.body).toMatchObject({ classes: [{ key: 's:Leaf', label: 'leave_out' }] }),
  );
});
