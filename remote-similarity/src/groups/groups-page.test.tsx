import { page, signInForTest, stubApi } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { GroupsPage } from './groups-page';

const group = {
  id: 'g1',
  workspace: 'w',
  name: 'Blue bottles',
  description: '',
  type: 'y1',
  type_name: 'Bottle',
  test_group: true,
  thumb_img_path: null,
  groups_count: 0,
  images_count: 2,
  objects_count: 1,
  verificationsCount: 0,
  created: '2026-01-01T00:00:00Z',
  version: 1,
};

test('shows tasks, types and groups, and asks for the groups that a person chose', async () => {
  const user = userEvent.setup();
  signInForTest();
  const stub = stubApi({
    'GET /similarity/training/v2/task/': page([
      {
        id: 't1',
        workspace: 'w',
        name: 'Packaging',
        description: '',
        types: [{ id: 'y1', name: 'Bottle' }],
        training_params: {},
        version: 1,
      },
    ]),
    'GET /similarity/training/v2/type/': page([{ id: 'y1', workspace: 'w', name: 'Bottle', version: 1 }]),
    'GET /similarity/training/v2/group/': page(
      [group, { ...group, id: 'g2', name: 'Odd ones', type: 'gone', type_name: null, test_group: false }],
      60,
    ),
  });
  renderConsole(<GroupsPage />);
  const row = within(await screen.findByRole('row', { name: /Blue bottles/ }));
  expect(row.getByText('TEST')).toBeVisible();
  expect(row.getByRole('link', { name: 'Open group' })).toHaveAttribute('href', '/group/g1');
  expect(within(screen.getByRole('row', { name: /Odd ones/ })).getByText('Unknown')).toBeVisible();
  expect(screen.getByText('Number of items: 60')).toBeVisible();

  await user.selectOptions(screen.getByLabelText('TRAIN or TEST'), 'Train');
  await user.selectOptions(screen.getByLabelText('Verified'), 'Not Verified');
  await user.selectOptions(screen.getByLabelText('Count'), '3+');
  await user.type(screen.getByLabelText('Group name'), 'Blu');
  await waitFor(() =>
    expect(stub.of('GET /similarity/training/v2/group/').at(-1)?.query).toMatchObject({
      page: 1,
      page_size: 25,
      test: false,
      verified: 0,
      count: 3,
      search: 'Blu',
    }),
  );
});
