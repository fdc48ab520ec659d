import { page, signInForTest, stubApi } from '@console/shared-auth/testing';
import type { GoldSample } from '@console/shared-contract/api';
import { renderConsole } from '@console/shared-ui/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { GoldSamples } from './gold-samples';

const [TASK, JOB, EXPERT] = ['aa', 'bb', 'cc'].map((end) => `00000000-0000-4000-8000-0000000000${end}`) as [
  string,
  string,
  string,
];
const SAMPLE: GoldSample = {
  id: '00000000-0000-4000-8000-0000000000dd',
  workspace: '00000000-0000-4000-8000-0000000000ee',
  name: 'Gold sample of Cups',
  domain: 'detection',
  task: TASK,
  expert: { id: EXPERT, username: 'rita' },
  created: '2026-11-26T10:00:00Z',
  image_count: 20,
  gold_count: 0,
  verified_count: 0,
};
const DRAW = 'POST /annotate/v2/gold-sample/';
const ADD = 'POST /annotate/v2/gold-sample/{id}/add';

beforeEach(() => signInForTest());

test('a manager draws a sample, follows its progress, and adds the verified images', async () => {
  let samples: GoldSample[] = [];
  const stub = stubApi({
    'GET /annotate/v2/gold-sample/': () => page(samples),
    'GET /annotate/v2/imagejob/': page([{ id: JOB, name: 'Cups' }]),
    'GET /account/v2/workspace/{id}/member/': page([
      { user: { id: EXPERT, username: 'rita' }, role: 'reviewer' },
      { user: { id: TASK, username: 'anna' }, role: 'annotator' },
    ]),
    [DRAW]: () => {
      samples = [{ ...SAMPLE, verified_count: 6 }];
      return SAMPLE;
    },
    [ADD]: () => {
      samples = [{ ...SAMPLE, gold_count: 6 }];
      return { created: 6, already_gold: 0, not_verified: 14 };
    },
  });
  renderConsole(<GoldSamples domain="detection" task={TASK} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Draw a sample…' }));
  const submit = await screen.findByRole('button', { name: 'Draw sample' });
  await userEvent.click(screen.getByRole('combobox', { name: 'Draw from the job' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Cups' }));
  await userEvent.click(screen.getByRole('combobox', { name: 'Expert' }));
  await userEvent.click(await screen.findByRole('option', { name: 'rita' }));
  expect(screen.queryByRole('option', { name: 'anna' })).toBeNull();
  const count = screen.getByRole('textbox', { name: 'Number of images' });
  await userEvent.clear(count);
  expect(submit).toBeDisabled();
  await userEvent.type(count, '20');
  await userEvent.click(screen.getByRole('switch', { name: 'Equal numbers for each label' }));
  await userEvent.click(submit);
  expect(await screen.findByText(/20 images for rita. 6 verified by the expert, 0 added to gold/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Add the verified images to gold' }));
  expect(await screen.findByText(/6 verified by the expert, 6 added to gold/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add the verified images to gold' })).toHaveAttribute('aria-disabled', 'true');
  expect(stub.getRequests(DRAW).map(({ body }) => body)).toMatchObject([
    { domain: 'detection', task: TASK, job: JOB, count: 20, stratified: true, expert: EXPERT },
  ]);
  expect(stub.getRequests(ADD)).toHaveLength(1);
});
