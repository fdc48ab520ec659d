import { api, useWorkspace } from '@console/shared-auth';
import type { EventKind, Webhook, WebhookWithSecret } from '@console/shared-contract/api';
import { Field, TextField } from '@console/shared-ui/basics';
import { Checkbox, SwitchField } from '@console/shared-ui/choices';
import { Controller, EditDialog } from '@console/shared-ui/forms';
import { useWrite } from '@console/shared-ui/pages';
import { webhookMessages } from './webhook-messages';
import { refreshWebhooks, useRowCall } from './webhooks.queries';

const KINDS = Object.keys(webhookMessages.kinds) as readonly EventKind[];

interface Values {
  name: string;
  url: string;
  kinds: readonly EventKind[];
  enabled: boolean;
}

/** The form for a new webhook, or for the webhook that is given. `onCreated` gets the secret, which the server returns only once. */
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
    send: async ({ name, url, kinds, enabled }: Values) => {
      const body = { name: name.trim(), url: url.trim(), kinds: [...kinds] };
      if (webhook) {
        await api.call('PATCH /webhooks/v2/webhook/{id}', { ...callOn(webhook.id), body: { ...body, enabled } });
        await refreshWebhooks();
        return;
      }
      const created = await api.call('POST /webhooks/v2/webhook/', { body, workspace: workspaceId });
      void refreshWebhooks();
      onCreated(created);
    },
    success: () => (webhook ? { title: webhookMessages.saved } : undefined),
    failure: webhook ? webhookMessages.saveFailed : webhookMessages.createFailed,
    failureIn: 'form',
  });
  const { name = '', url = '', kinds = [], enabled = true } = webhook ?? {};
  return (
    <EditDialog<Values>
      title={webhook ? webhookMessages.editTitle(webhook.name) : webhookMessages.createTitle}
      submitLabel={webhook ? webhookMessages.editSubmit : webhookMessages.createSubmit}
      initial={{ name, url, kinds, enabled }}
      onSubmit={write.send}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <Controller
            control={control}
            name="name"
            rules={{ validate: (value) => value.trim() !== '' || webhookMessages.nameRequired }}
            render={({ field, fieldState }) => (
              <TextField label={webhookMessages.name} required autoComplete="off" error={fieldState.error?.message} {...field} />
            )}
          />
          <Controller
            control={control}
            name="url"
            rules={{ validate: (value) => value.trim() !== '' || webhookMessages.urlRequired }}
            render={({ field, fieldState }) => (
              <TextField
                type="url"
                label={webhookMessages.url}
                hint={webhookMessages.urlHint}
                required
                autoComplete="off"
                error={fieldState.error?.message}
                {...field}
              />
            )}
          />
          <Controller
            control={control}
            name="kinds"
            rules={{ validate: (value) => value.length > 0 || webhookMessages.kindsRequired }}
            render={({ field: { value, onChange }, fieldState }) => (
              <Field label={webhookMessages.selectKinds} validationMessage={fieldState.error?.message}>
                <div role="group" aria-label={webhookMessages.selectKinds}>
                  {KINDS.map((kind) => (
                    <div key={kind}>
                      <Checkbox
                        label={webhookMessages.kinds[kind]}
                        checked={value.includes(kind)}
                        onChange={(_, { checked }) =>
                          onChange(checked === true ? [...value, kind] : value.filter((other) => other !== kind))
                        }
                      />
                    </div>
                  ))}
                </div>
              </Field>
            )}
          />
          {webhook && (
            <Controller
              control={control}
              name="enabled"
              render={({ field }) => (
                <SwitchField label={webhookMessages.isEnabled} value={field.value} onChange={field.onChange} />
              )}
            />
          )}
        </>
      )}
    </EditDialog>
  );
}
