import type { StubRequest } from '@console/shared-auth/testing';
import { COCO_PERSON } from '@console/shared-contract/skeleton';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { bottleLabel } from '../../tasks-and-labels/testing';
import { findDialog, renderDetectionPage, findRow, setUpDetectionPage } from '../testing';

setUpDetectionPage();

const LABEL_WITHOUT_SKELETON = { ...bottleLabel, key: '1', skeleton: null as unknown, skeletons_count: 0 };
const SKELETON_TEMPLATE = {
  points: [{ name: 'head' }, { name: 'left' }, { name: 'right' }],
  edges: [[0, 1]],
  layout: [
    [0.5, 0],
    [1, 1],
    [0, 1],
  ],
};

/** Opens the form of the label. */
async function openLabelForm(fields: object) {
  const user = userEvent.setup();
  const stub = renderDetectionPage({ labels: [{ ...LABEL_WITHOUT_SKELETON, ...fields } as typeof bottleLabel] });
  stub.addHandlers({
    'PUT /detection/v2/label/{id}': ({ body }: StubRequest) => ({ ...LABEL_WITHOUT_SKELETON, ...(body as object) }),
  });
  await user.click((await findRow(/Bottle/)).getByRole('button', { name: /^Edit/ }));
  const form = await findDialog();
  await form.findByRole('heading', { name: 'Skeleton' });
  const saveAndGetBody = async () => {
    await user.click(form.getByRole('button', { name: 'Save' }));
    return stub.getRequests('PUT /detection/v2/label/{id}')[0]?.body as { skeleton?: unknown } | undefined;
  };
  return { user, form, saveAndGetBody };
}

testInLongRun('the points of a person are added as a preset', async () => {
  const { user, form, saveAndGetBody } = await openLabelForm({});
  await user.click(form.getByRole('button', { name: 'Use the 17 points of a person (COCO)' }));
  expect(form.getAllByRole('textbox', { name: /^Name of point/ })).toHaveLength(17);
  expect((await saveAndGetBody())?.skeleton).toEqual(COCO_PERSON);
});

test('points are named, placed, paired and connected by keyboard', async () => {
  const { user, form, saveAndGetBody } = await openLabelForm({ skeleton: SKELETON_TEMPLATE });
  await user.type(form.getByRole('textbox', { name: 'Name of point 1' }), ' top');
  await user.selectOptions(form.getByRole('combobox', { name: 'Right point of left' }), 'Left of right');
  const positionField = form.getByRole('spinbutton', { name: 'Position of right from the top, in percent' });
  await user.clear(positionField);
  await user.type(positionField, '80');
  await user.selectOptions(form.getByRole('combobox', { name: 'From' }), 'head top');
  await user.selectOptions(form.getByRole('combobox', { name: 'To' }), 'right');
  await user.click(form.getByRole('button', { name: 'Connect' }));
  await user.click(form.getByRole('button', { name: 'Remove the edge from head top to left' }));
  expect((await saveAndGetBody())?.skeleton).toEqual({
    points: [{ name: 'head top' }, { name: 'left' }, { name: 'right' }],
    edges: [[0, 2]],
    pairs: [[1, 2]],
    layout: [
      [0.5, 0],
      [1, 1],
      [0, 0.8],
    ],
  });
});

test('points of skeletons in use can be renamed, but not added or removed', async () => {
  const { user, form, saveAndGetBody } = await openLabelForm({ skeleton: SKELETON_TEMPLATE, skeletons_count: 2 });
  expect(form.getByText(/^2 skeletons have these points/)).toBeVisible();
  for (const name of ['Add point', 'Remove head', 'Remove the skeleton'])
    expect(form.getByRole('button', { name })).toBeDisabled();
  await user.type(form.getByRole('textbox', { name: 'Name of point 2' }), '{Backspace}');
  expect(await saveAndGetBody()).toMatchObject({ skeleton: { points: [{ name: 'head' }, { name: 'lef' }, { name: 'right' }] } });
});

testInLongRun('points with the same name are refused, and an unchanged skeleton is not sent', async () => {
  const { user, form, saveAndGetBody } = await openLabelForm({ skeleton: SKELETON_TEMPLATE });
  await user.click(form.getByRole('button', { name: 'Add point' }));
  const addedPointField = form.getByRole('textbox', { name: 'Name of point 4' });
  await user.clear(addedPointField);
  await user.type(addedPointField, 'head');
  expect(await saveAndGetBody()).toBeUndefined();
  expect(form.getByRole('alert')).toHaveTextContent('Enter a different name for each point.');
  await user.click(within(screen.getByRole('list', { name: 'Points' })).getAllByRole('button', { name: 'Remove head' })[1]!);
  await user.type(form.getByRole('textbox', { name: /^Name(?! of)/ }), 's');
  expect(await saveAndGetBody()).not.toHaveProperty('skeleton');
});
