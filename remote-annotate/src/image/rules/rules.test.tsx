import type { QualityRule, RuleLevel } from '@console/shared-contract/quality-rules';
import { page, type StubHandlers, type StubRequest } from '@console/shared-auth/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import 'fake-indexeddb/auto';
import { createId, createImageRow, createObjectRow } from '../../browser/testing';
import { createJobServer, showJob, waitUntilSent, VERIFY } from '../../image-job/testing';
import { shownCanvas } from '../testing/fake-canvas';

jest.mock('../../editor/view', () => jest.requireActual<object>('../testing/fake-canvas'));
jest.mock('../../image-decoding', () => jest.requireActual<object>('../testing/fake-canvas'));

const ITEMS = [createId(1), createId(2)];
const box = createObjectRow(31, createImageRow(1));
const boxLabel = { ...box.detection_label, recognition_tasks: [], attributes: [{ name: 'brand', type: 'text', required: true }] };

afterEach(waitUntilSent);

/** Shows a job whose first image has one box without attributes. `levels` are the levels of the rules of a task. */
function showJobWithRules(levels: Partial<Record<QualityRule, RuleLevel>>, handlers: StubHandlers = {}) {
  const ruleTask = { id: createId(800), name: 'Bottles', domain: 'detection', rules: { levels } };
  const server = createJobServer(
    ITEMS,
    {
      'GET /annotate/v2/quality-rule/': { results: [{ ...ruleTask, labels: [{ ...boxLabel, required: [], sizes: null }] }] },
      'GET /detection/v2/label/': page([boxLabel]),
      'GET /detection/v2/object/': ({ query }: StubRequest) => page(query.image === ITEMS[0] ? [box] : []),
      ...handlers,
    },
    ['annotate', 'custom-object-detection'],
  );
  showJob();
  return server;
}

async function pressVerify(stub: ReturnType<typeof showJobWithRules>['stub']) {
  await waitFor(() => expect(stub.getRequests('GET /annotate/v2/quality-rule/')).toHaveLength(1));
  const button = await screen.findByRole('button', { name: 'Verify and Next' });
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'));
  await userEvent.click(button);
}

test('an error prevents the verification, and a click on the error selects its shape', async () => {
  const { stub, listDone, listVerified } = showJobWithRules({ missing_attribute: 'error' });
  await pressVerify(stub);
  const dialog = within(await screen.findByRole('dialog', { name: 'This image cannot be verified yet' }));
  expect(dialog.queryByRole('button', { name: 'Verify anyway' })).not.toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: `Box “${boxLabel.name}” has no value for “brand”.` }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(shownCanvas.editor?.selection).toEqual([box.id]);
  expect([listDone(), listVerified()]).toEqual([[], []]);
});

test('a warning asks once, and Verify anyway verifies the image', async () => {
  const { stub, listDone, listVerified } = showJobWithRules({ missing_attribute: 'warning' });
  await pressVerify(stub);
  const dialog = within(await screen.findByRole('dialog', { name: 'Verify this image?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Verify anyway' }));
  await waitFor(() => expect(listDone()).toEqual([ITEMS[0]]));
  expect(listVerified()).toEqual([ITEMS[0]]);
});

test('an image without shapes can be verified as having nothing to annotate', async () => {
  const { stub, listDone } = showJobWithRules({ empty_image: 'error' }, { 'GET /detection/v2/object/': page([]) });
  await pressVerify(stub);
  const dialog = within(await screen.findByRole('dialog', { name: 'This image cannot be verified yet' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Nothing to annotate' }));
  await waitFor(() => expect(listDone()).toEqual([ITEMS[0]]));
  expect(stub.getRequests(VERIFY).map(({ body }) => body)).toMatchObject([{ image_id: ITEMS[0], nothing_to_annotate: true }]);
});

testInLongRun('an image that violates no rule is verified at once', async () => {
  const { stub, listDone } = showJobWithRules({ small: 'error', empty_image: 'error' });
  await pressVerify(stub);
  await waitFor(() => expect(listDone()).toEqual([ITEMS[0]]));
});

describe('before the shapes have loaded', () => {
  const verifyWhileLoading = async () => {
    let finishLoading = () => {};
    const shapesResponse = new Promise((resolve) => {
      finishLoading = () => resolve(page([box]));
    });
    const server = showJobWithRules({ missing_attribute: 'warning' }, { 'GET /detection/v2/object/': () => shapesResponse });
    const button = await screen.findByRole('button', { name: 'Verify and Next' });
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'));
    await userEvent.click(button);
    expect(await screen.findByText('Waiting for the shapes and rules of this image …')).toBeVisible();
    expect(server.listDone()).toEqual([]);
    return { ...server, finishLoading };
  };

  test('a verification waits for the shapes and then shows its warnings', async () => {
    const { finishLoading, listDone } = await verifyWhileLoading();
    finishLoading();
    const dialog = within(await screen.findByRole('dialog', { name: 'Verify this image?' }));
    expect(listDone()).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Verify anyway' }));
    await waitFor(() => expect(listDone()).toEqual([ITEMS[0]]));
  });

  testInLongRun('Cancel cancels the verification, and Verify now verifies without a check', async () => {
    const { finishLoading, listDone, listVerified } = await verifyWhileLoading();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByText('Waiting for the shapes and rules of this image …')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Verify and Next' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Verify now' }));
    finishLoading();
    await waitFor(() => expect(listDone()).toEqual([ITEMS[0]]));
    expect(listVerified()).toEqual([ITEMS[0]]);
  });
});
