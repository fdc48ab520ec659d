import type { Role } from '@console/shared-contract/roles';
import type { Webhook, WebhookDelivery } from '@console/shared-contract/api';
import { failWith, page, signInForTest, stubApi, testWorkspace, type StubHandlers } from '@console/shared-auth/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderConsole } from '@console/shared-ui/testing';
import { SettingsPage } from '../settings-page';

const WEBHOOK_ID = '55555555-5555-4555-8555-555555555555';
const SECRET = 'whsec_abc=';
const webhook: Webhook = {
  id: WEBHOOK_ID,
  workspace: testWorkspace.id,
  name: 'Pipeline',
  url: 'https://receiver.example/events',
  kinds: ['job.completed'],
  enabled: true,
  problem: null,
  failing_since: null,
  previous_secret_expires: null,
  created: '2026-01-02T03:04:05Z',
};
const delivery: WebhookDelivery = {
  id: WEBHOOK_ID.replaceAll('5', '6'),
  webhook: WEBHOOK_ID,
  kind: 'job.completed',
  payload: { type: 'job.completed' },
  created: '2026-01-02T03:04:05Z',
  state: 'failed',
  attempts: 11,
  attempted: '2026-01-03T03:04:05Z',
  next_attempt: null,
  status: 500,
  duration_ms: 12,
  response: 'out of order',
  error: 'The response had the status 500.',
};
const LIST_WEBHOOKS = 'GET /webhooks/v2/webhook/';
const LIST_DELIVERIES = 'GET /webhooks/v2/webhook/{id}/delivery/';

function showWebhooks(handlers: StubHandlers = {}, role: Role = 'owner') {
  signInForTest({ role });
  const stub = stubApi({ [LIST_WEBHOOKS]: page([webhook]), [LIST_DELIVERIES]: page([delivery]), ...handlers });
  renderConsole(<SettingsPage />, { route: '/settings?tab=webhooks' });
  return { stub, user: userEvent.setup() };
}

test('only the owner sees the webhooks tab', async () => {
  showWebhooks({ 'GET /account/v2/workspace/{id}/settings/': failWith(500, 'Not needed') }, 'manager');
  expect(await screen.findByRole('tab', { name: /API tokens/ })).toBeVisible();
  expect(screen.queryByRole('tab', { name: /Webhooks/ })).toBeNull();
});

test('the secret of a new webhook is shown once', async () => {
  const { stub, user } = showWebhooks({
    [LIST_WEBHOOKS]: page([]),
    'POST /webhooks/v2/webhook/': { ...webhook, secret: SECRET },
  });
  await user.click(await screen.findByRole('button', { name: 'New webhook' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'Pipeline');
  await user.click(dialog.getByRole('button', { name: 'Create webhook' }));
  expect(await dialog.findByText('Enter a URL.')).toBeVisible();
  expect(dialog.getByText('Select at least one event.')).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: /URL/ }), webhook.url);
  await user.click(dialog.getByRole('checkbox', { name: 'Job completed' }));
  await user.click(dialog.getByRole('button', { name: 'Create webhook' }));
  expect(await screen.findByRole('textbox', { name: 'Secret' })).toHaveValue(SECRET);
  expect(stub.getRequests('POST /webhooks/v2/webhook/')[0]?.body).toEqual({
    name: 'Pipeline',
    url: webhook.url,
    kinds: ['job.completed'],
    workspace: testWorkspace.id,
  });
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByDisplayValue(SECRET)).toBeNull());
});

test('a refused URL shows the reason of the server', async () => {
  const refusal = failWith(400, 'url: must have a public address.');
  const { user } = showWebhooks({ 'PATCH /webhooks/v2/webhook/{id}': refusal });
  await user.click(await screen.findByRole('button', { name: 'Edit webhook' }));
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/The URL must have a public address\.$/)).toBeVisible();
});

test('a delivery shows its response and can be sent again', async () => {
  const replay = 'POST /webhooks/v2/delivery/{id}/replay' as const;
  const { stub, user } = showWebhooks({ [replay]: { ...delivery, state: 'waiting' } });
  await user.click(await screen.findByRole('button', { name: 'Show deliveries' }));
  const deliveries = within(await screen.findByRole('table', { name: 'Deliveries to Pipeline' }));
  await user.click(await deliveries.findByRole('button', { name: 'Show details' }));
  expect(await screen.findByText('out of order')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(deliveries.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(stub.getRequests(replay)).toMatchObject([{ params: { id: delivery.id } }]));
});

test('a webhook that the server has disabled shows the reason and offers no test', async () => {
  showWebhooks({ [LIST_WEBHOOKS]: page([{ ...webhook, enabled: false, problem: 'gone' }]) });
  expect(await screen.findByText(/Disabled: the receiver responded that it is gone/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send test event' })).toHaveAttribute('aria-disabled', 'true');
});
