import { page, signInForTest, stubApi } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen } from '@testing-library/react';
import { SimilarityCard } from '.';

test('shows counts of groups, types and tasks and links to the groups', async () => {
  signInForTest();
  stubApi({
    'GET /similarity/training/v2/group/': page([], 41),
    'GET /similarity/training/v2/type/': page([], 5),
    'GET /similarity/training/v2/task/': page([], 2),
  });
  renderConsole(<SimilarityCard />);
  expect(await screen.findByText('41')).toBeVisible();
  expect(screen.getByText('Groups').parentElement).toHaveTextContent('41');
  expect(screen.getByText('Types').parentElement).toHaveTextContent('5');
  expect(screen.getByText('Tasks').parentElement).toHaveTextContent('2');
  expect(screen.getByRole('link')).toHaveAttribute('href', '/groups');
});
