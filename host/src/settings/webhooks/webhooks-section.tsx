import { api, permissionOf } from '@console/shared-auth';
import type { Webhook, WebhookWithSecret } from '@console/shared-contract/api';
import {
  AddIcon,
  Button,
  Caption1,
  DeleteIcon,
  EditIcon,
  formatDateTime,
  KeyIcon,
  Link,
  ListIcon,
  StartIcon,
  useUrlParams,
} from '@console/shared-ui/basics';
import { ListSection } from '@console/shared-ui/list-section';
import { ConfirmWriteDialog, DialogSlot, useDialog, useWrite } from '@console/shared-ui/pages';
import type { Column, RowAction } from '@console/shared-ui/table';
import { useCallback } from 'react';
import { SecretDialog } from '../secret-dialog';
import { DeliveriesSection } from './deliveries-section';
import { WebhookForm } from './webhook-form';
import { webhookMessages } from './webhook-messages';
import { deliveryListParams, refreshWebhooks, useRowCall, useWebhookList } from './webhooks.queries';

const { columns: headers } = webhookMessages;

function describeState({
  enabled,
  problem,
  failing_since: failingSince,
  previous_secret_expires: previousSecretExpires,
}: Webhook): string {
  if (problem) return webhookMessages.problems[problem];
  if (!enabled) return webhookMessages.disabled;
  if (failingSince) return webhookMessages.failing(formatDateTime(failingSince));
  return previousSecretExpires ? webhookMessages.bothSecrets(formatDateTime(previousSecretExpires)) : webhookMessages.enabled;
}

const columns: readonly Column<Webhook>[] = [
  { id: 'name', header: headers.name, cell: ({ name }) => name },
  { id: 'url', header: headers.url, cell: ({ url }) => url },
  { id: 'kinds', header: headers.kinds, cell: ({ kinds }) => webhookMessages.countKinds(kinds.length), width: '80px' },
  { id: 'state', header: headers.state, cell: describeState },
];

type WebhookDialogContent =
  | { kind: 'create' }
  | { kind: 'secret'; secret: string }
  | { kind: 'edit'; webhook: Webhook }
  | { kind: 'rotate'; webhook: Webhook }
  | { kind: 'delete'; webhook: Webhook };

/** The webhooks of the workspace. The deliveries of the webhook in the URL are shown below. */
export function WebhooksSection() {
  const list = useWebhookList();
  const { values, set } = useUrlParams(deliveryListParams);
  const dialog = useDialog<WebhookDialogContent>();
  const callOn = useRowCall();
  const showDeliveries = useCallback(({ id }: Webhook) => set({ webhook: id, page: 1 }), [set]);
  const testWrite = useWrite({
    send: async (webhook: Webhook) => {
      await api.call('POST /webhooks/v2/webhook/{id}/test', callOn(webhook.id));
      showDeliveries(webhook);
      await refreshWebhooks();
    },
    success: { title: webhookMessages.testSent },
    failure: webhookMessages.testFailed,
  });
  const getRowActions = useCallback(
    (webhook: Webhook): readonly RowAction[] =>
      [
        { label: webhookMessages.deliveries.show, icon: <ListIcon />, onClick: () => showDeliveries(webhook) },
        {
          label: webhookMessages.test,
          icon: <StartIcon />,
          disabled: !webhook.enabled,
          onClick: () => void testWrite.send(webhook),
        },
        { label: webhookMessages.edit, icon: <EditIcon />, onClick: () => dialog.open({ kind: 'edit', webhook }) },
        { label: webhookMessages.rotate, icon: <KeyIcon />, onClick: () => dialog.open({ kind: 'rotate', webhook }) },
        { label: webhookMessages.delete, icon: <DeleteIcon />, onClick: () => dialog.open({ kind: 'delete', webhook }) },
      ].map((action) => ({ ...action, permission: permissionOf<'PATCH /webhooks/v2/webhook/{id}'>('own') })),
    [dialog, testWrite, showDeliveries],
  );
  const selectedWebhook = list.rows?.find(({ id }) => id === values.webhook);
  return (
    <>
      <ListSection
        title={webhookMessages.title}
        hasCount
        list={list}
        columns={columns}
        rowActions={getRowActions}
        actionsWidth="200px"
        onRowClick={showDeliveries}
        activeId={selectedWebhook?.id}
        empty={webhookMessages.none}
        actions={
          <Button appearance="primary" icon={<AddIcon />} onClick={() => dialog.open({ kind: 'create' })}>
            {webhookMessages.create}
          </Button>
        }
      >
        <Caption1 block>
          {webhookMessages.intro} <Link href="/docs/webhooks">{webhookMessages.guide}</Link>
        </Caption1>
      </ListSection>
      {selectedWebhook && <DeliveriesSection webhook={selectedWebhook} onClose={() => set({ webhook: '' })} />}
      <DialogSlot dialog={dialog}>
        {(content, close) => (
          <WebhookDialog content={content} onSecret={({ secret }) => dialog.open({ kind: 'secret', secret })} onClose={close} />
        )}
      </DialogSlot>
    </>
  );
}

interface WebhookDialogProps {
  content: WebhookDialogContent;
  onSecret: (webhook: WebhookWithSecret) => void;
  onClose: () => void;
}

function WebhookDialog({ content, onSecret, onClose }: WebhookDialogProps) {
  if (content.kind === 'create') return <WebhookForm onCreated={onSecret} onClose={onClose} />;
  if (content.kind === 'edit') return <WebhookForm webhook={content.webhook} onCreated={onSecret} onClose={onClose} />;
  if (content.kind === 'rotate') return <RotateSecret webhook={content.webhook} onSecret={onSecret} onClose={onClose} />;
  if (content.kind === 'delete') return <DeleteWebhook webhook={content.webhook} onClose={onClose} />;
  return (
    <SecretDialog
      title={webhookMessages.secretTitle}
      text={webhookMessages.secretHint}
      secretName={webhookMessages.secret}
      secret={content.secret}
      onClose={onClose}
    />
  );
}

function RotateSecret({ webhook, onSecret, onClose }: Omit<WebhookDialogProps, 'content'> & { webhook: Webhook }) {
  const callOn = useRowCall();
  return (
    <ConfirmWriteDialog
      title={webhookMessages.rotateTitle(webhook.name)}
      confirmLabel={webhookMessages.rotate}
      send={async () => {
        onSecret(await api.call('POST /webhooks/v2/webhook/{id}/rotate-secret', callOn(webhook.id)));
        await refreshWebhooks();
      }}
      failure={webhookMessages.rotateFailed}
      onClose={onClose}
    >
      {webhookMessages.rotateText}
    </ConfirmWriteDialog>
  );
}

function DeleteWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const callOn = useRowCall();
  return (
    <ConfirmWriteDialog
      title={webhookMessages.deleteTitle(webhook.name)}
      confirmLabel={webhookMessages.delete}
      send={async () => {
        await api.call('DELETE /webhooks/v2/webhook/{id}', callOn(webhook.id));
        await refreshWebhooks();
      }}
      success={{ title: webhookMessages.deleted }}
      failure={webhookMessages.deleteFailed}
      onClose={onClose}
    >
      {webhookMessages.deleteText}
    </ConfirmWriteDialog>
  );
}
