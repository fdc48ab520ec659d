import { page, signInForTest, stubApi } from '@console/shared-auth/testing';
import type { GoldSample } from '@console/shared-contract/api';
import { renderConsole } from '@console/shared-ui/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { GoldSamples } from './gold-samples';

const [TASK_ID, JOB_ID, EXPERT_ID] = ['aa', 'bb', 'cc'].map((end) => `00000000-0000-4000-8000-0000000000${end}`) as [
  string,
  string,
  string,
];
const goldSample: GoldSample = {
  id: '00000000-0000-4000-8000-0000000000dd',
  workspace: '00000000-0000-4000-8000-0000000000ee',
  name: 'Gold sample of Cups',
  domain: 'detection',
  task: TASK_ID,
  expert: { id: EXPERT_ID, username: 'rita' },
  created: '2026-11-26T10:00:00Z',
  image_count: 20,
  gold_count: 0,
  verified_count: 0,
};
const DRAW_SAMPLE = 'POST /annotate/v2/gold-sample/';
const ADD_TO_GOLD = 'POST /annotate/v2/gold-sample/{id}/add';

beforeEach(() => signInForTest());

test('a manager draws a sample, follows its progress, and adds the verified images', async () => {
  let samples: GoldSample[] = [];
  const stub = stubApi({
    'GET /annotate/v2/gold-sample/': () => page(samples),
    'GET /annotate/v2/imagejob/': page([{ id: JOB_ID, name: 'Cups' }]),
    'GET /account/v2/workspace/{id}/member/': page([
      { user: { id: EXPERT_ID, username: 'rita' }, role: 'reviewer' },
      { user: { id: TASK_ID, username: 'anna' }, role: 'annotator' },
    ]),
    [DRAW_SAMPLE]: () => {
      samples = [{ ...goldSample, verified_count: 6 }];
      return goldSample;
    },
    [ADD_TO_GOLD]: () => {
      samples = [{ ...goldSample, gold_count: 6 }];
      return { created: 6, already_gold: 0, not_verified: 14 };
    },
  });
  renderConsole(<GoldSamples domain="detection" task={TASK_ID} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Draw a sample…' }));
  const submitButton = await screen.findByRole('button', { name: 'Draw sample' });
  await userEvent.click(screen.getByRole('combobox', { name: 'Draw from the job' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Cups' }));
  await userEvent.click(screen.getByRole('combobox', { name: 'Expert' }));
  await userEvent.click(await screen.findByRole('option', { name: 'rita' }));
  expect(screen.queryByRole('option', { name: 'anna' })).toBeNull();
  const countField = screen.getByRole('textbox', { name: 'Number of images' });
  await userEvent.clear(countField);
  expect(submitButton).toBeDisabled();
  await userEvent.type(countField, '20');
  await userEvent.click(screen.getByRole('switch', { name: 'Equal numbers for each label' }));
  await userEvent.click(submitButton);
  expect(await screen.findByText(/20 images for rita. 6 verified by the expert, 0 added to gold/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Add the verified images to gold' }));
  expect(await screen.findByText(/6 verified by the expert, 6 added to gold/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add the verified images to gold' })).toHaveAttribute('aria-disabled', 'true');
  expect(stub.getRequests(DRAW_SAMPLE).map(({ body }) => body)).toMatchObject([
    { domain: 'detection', task: TASK_ID, job: JOB_ID, count: 20, stratified: true, expert: EXPERT_ID },
  ]);
  expect(stub.getRequests(ADD_TO_GOLD)).toHaveLength(1);
});
