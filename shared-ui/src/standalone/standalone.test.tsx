import { failWith, resetSessionForTest, stubApi, testUser, testWorkspace } from '@console/shared-auth/testing';
import type { ManifestSource } from '@console/shared-contract/federation';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { runStandalone } from '.';

const manifest: ManifestSource = {
  name: 'similarity',
  contract: '^1.0.0',
  title: 'Similarity groups',
  routes: [
    { path: '/groups', title: 'Groups', component: './groups#GroupsPage' },
    { path: '/group/:id', title: 'Group', component: './groups#GroupPage' },
  ],
};

it('the standalone page shows the pages of a remote after sign-in', async () => {
  resetSessionForTest();
  const api = stubApi({
    'POST /account/v2/login/': failWith(401, 'Unable to login. Invalid credentials'),
    'GET /account/v2/details/': testUser,
    'GET /account/v2/workspace/': [testWorkspace],
    'GET /account/v2/resource': {
      count: 1,
      next: null,
      previous: null,
      results: [{ service: { slug: 'custom-similarity', name: '' } }],
    },
  });
  document.body.innerHTML = '<div id="root"></div>';
  await act(() => runStandalone(manifest, { './groups': async () => ({ GroupsPage: () => <h1>Groups of the remote</h1> }) }));

  const user = userEvent.setup();
  await user.type(screen.getByRole('textbox', { name: /Email/ }), 'demo@console.test');
  await user.type(screen.getByLabelText(/Password/), 'wrong');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  expect(await screen.findByText('Unable to login. Invalid credentials')).toBeVisible();

  api.addHandlers({ 'POST /account/v2/login/': { access: 'a1', refresh: 'r1' } });
  await user.click(screen.getByRole('button', { name: 'Login' }));
  await user.click(await screen.findByRole('link', { name: 'Groups' }));
  expect(await screen.findByText('Groups of the remote')).toBeVisible();
  expect(screen.getByText('/group/:id')).toBeVisible();
});
