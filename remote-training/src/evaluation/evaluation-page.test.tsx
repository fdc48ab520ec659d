import { failWith, page, signInForTest, stubApi } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { EvaluationPage } from './evaluation-page';
import { EvaluationsPage } from './evaluations-page';

const show = () =>
  renderConsole(
    <Routes>
      <Route path="/evaluation/:id" element={<EvaluationPage />} />
    </Routes>,
    { route: '/evaluation/e1' },
  );

beforeEach(() => signInForTest());

test('charts the top labels, and the labels of the chosen one', async () => {
  stubApi({
    'GET /annotate/v2/evaluation/{id}': {
      id: 'e1',
      workspace: 'w',
      created: '2026-02-03T04:05:00Z',
      result: {
        top_labels: [
          {
            id: 'a',
            name: 'Ripeness',
            accuracy: 0.9,
            hamming_loss: 0.1,
            count: 20,
            labels: [{ name: 'ripe', precision: 1, recall: 0.5, count: 8 }],
          },
        ],
      },
    },
  });
  show();
  expect(await screen.findByRole('img', { name: 'Top labels: Accuracy, Haming Loss' })).toBeVisible();
  expect(screen.getByRole('img', { name: 'Top labels: Count' })).toBeVisible();
  expect(screen.queryByRole('img', { name: /Labels of/ })).not.toBeInTheDocument();
  await userEvent.selectOptions(screen.getByLabelText('Please select top label'), 'Ripeness');
  expect(screen.getByRole('img', { name: 'Labels of Ripeness: Precision, Recall' })).toBeVisible();
});

test('an evaluation that is gone is said to be', async () => {
  stubApi({ 'GET /annotate/v2/evaluation/{id}': failWith(404, 'Not found.') });
  show();
  expect(await screen.findByText('Evaluation not found!')).toBeVisible();
});

test('an evaluation is made by a button, and stands in the list', async () => {
  const evaluation = { id: 'e7', workspace: 'w', created: '2026-02-03T04:05:00Z' };
  const stub = stubApi({ 'GET /annotate/v2/evaluation': page([]) });
  stub.on({
    'POST /annotate/v2/evaluation': () => {
      stub.on({ 'GET /annotate/v2/evaluation': page([evaluation]) });
      return { ...evaluation, result: { top_labels: [] } };
    },
  });
  renderConsole(<EvaluationsPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'New evaluation' }));
  expect(await screen.findByRole('row', { name: /e7/ })).toBeVisible();
  expect(stub.of('POST /annotate/v2/evaluation')).toHaveLength(1);
});
