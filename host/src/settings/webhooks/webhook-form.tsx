import { api, useWorkspace } from '@console/shared-auth';
import type { EventKind, Webhook, WebhookWithSecret } from '@console/shared-contract/api';
import { SwitchControl } from '@console/shared-ui/choices';
import { EditDialog, TextControl } from '@console/shared-ui/forms';
import { useWrite } from '@console/shared-ui/pages';
import { CheckboxGroupControl } from '../checkbox-group-control';
import { webhookMessages } from './webhook-messages';
import { refreshWebhooks, useRowCall } from './webhooks.queries';

interface WebhookValues {
  name: string;
  url: string;
  kinds: readonly EventKind[];
  enabled: boolean;
}

/** Form that creates a webhook, or edits `webhook` if it is set. `onCreated` gets the secret, which the server returns only once. */
export function WebhookForm({
  webhook,
  onCreated,
  onClose,
}: {
  webhook?: Webhook;
  onCreated: (webhook: WebhookWithSecret) => void;
  onClose: () => void;
}) {
  const { workspaceId } = useWorkspace();
  const callOn = useRowCall();
  const write = useWrite({
    send: async ({ name, url, kinds, enabled }: WebhookValues) => {
      const body = { name: name.trim(), url: url.trim(), kinds: [...kinds] };
      if (webhook) {
        await api.call('PATCH /webhooks/v2/webhook/{id}', { ...callOn(webhook.id), body: { ...body, enabled } });
        await refreshWebhooks();
        return;
      }
      const createdWebhook = await api.call('POST /webhooks/v2/webhook/', { body, workspace: workspaceId });
      void refreshWebhooks();
      onCreated(createdWebhook);
    },
    success: () => (webhook ? { title: webhookMessages.saved } : undefined),
    failure: webhook ? webhookMessages.saveFailed : webhookMessages.createFailed,
    failureIn: 'form',
  });
  const { name = '', url = '', kinds = [], enabled = true } = webhook ?? {};
  return (
    <EditDialog<WebhookValues>
      title={webhook ? webhookMessages.editTitle(webhook.name) : webhookMessages.createTitle}
      submitLabel={webhook ? webhookMessages.editSubmit : webhookMessages.createSubmit}
      initial={{ name, url, kinds, enabled }}
      onSubmit={write.send}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <TextControl control={control} name="name" label={webhookMessages.name} requiredError={webhookMessages.nameRequired} />
          <TextControl
            control={control}
            name="url"
            type="url"
            label={webhookMessages.url}
            hint={webhookMessages.urlHint}
            requiredError={webhookMessages.urlRequired}
          />
          <CheckboxGroupControl
            control={control}
            name="kinds"
            label={webhookMessages.selectKinds}
            choices={webhookMessages.kinds}
            validate={(value) => value.length > 0 || webhookMessages.kindsRequired}
          />
          {webhook && <SwitchControl control={control} name="enabled" label={webhookMessages.isEnabled} />}
        </>
      )}
    </EditDialog>
  );
}
