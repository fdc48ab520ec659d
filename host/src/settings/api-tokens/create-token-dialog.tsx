import { api, useWorkspace } from '@console/shared-auth';
import type { CreatedApiToken, TokenScope } from '@console/shared-contract/api';
import { TextField } from '@console/shared-ui/basics';
import { SelectField } from '@console/shared-ui/choices';
import { Controller, EditDialog } from '@console/shared-ui/forms';
import { useWrite } from '@console/shared-ui/pages';
import { CheckboxGroup } from '../checkbox-group';
import { settingsMessages } from '../settings-messages';
import { refreshSettings } from '../settings.queries';

const tokenMessages = settingsMessages.tokens;
const NEVER = '';
const ALL_WORKSPACES = 'all';
const expiryChoices = [...tokenMessages.expiryChoices, { value: NEVER, label: tokenMessages.never }];

interface Values {
  name: string;
  scopes: readonly TokenScope[];
  workspace: string;
  days: string;
}

/** The form for a new API token. `onCreated` gets the token, which the server returns only once. */
export function CreateTokenDialog({ onCreated, onClose }: { onCreated: (token: CreatedApiToken) => void; onClose: () => void }) {
  const { workspace } = useWorkspace();
  const write = useWrite({
    send: async ({ name, scopes, workspace: only, days }: Values) => {
      const token = await api.call('POST /account/v2/api-token/', {
        body: {
          name: name.trim(),
          scopes: [...scopes],
          only_workspace: only === ALL_WORKSPACES ? null : only,
          expires_in_days: days === NEVER ? null : Number(days),
        },
      });
      void refreshSettings('api-tokens');
      onCreated(token);
    },
    failure: tokenMessages.createFailed,
    failureIn: 'form',
  });
  const workspaceChoices = [
    ...(workspace ? [{ value: workspace.id, label: tokenMessages.onlyThis(workspace.name) }] : []),
    { value: ALL_WORKSPACES, label: tokenMessages.allWorkspaces },
  ];
  return (
    <EditDialog<Values>
      title={tokenMessages.createTitle}
      submitLabel={tokenMessages.createSubmit}
      initial={{ name: '', scopes: ['read'], workspace: workspace?.id ?? ALL_WORKSPACES, days: '90' }}
      onSubmit={write.send}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <Controller
            control={control}
            name="name"
            rules={{ validate: (name) => name.trim() !== '' || tokenMessages.nameRequired }}
            render={({ field, fieldState }) => (
              <TextField label={tokenMessages.name} required autoComplete="off" error={fieldState.error?.message} {...field} />
            )}
          />
          <Controller
            control={control}
            name="scopes"
            rules={{ validate: (scopes) => scopes.length > 0 || tokenMessages.scopeRequired }}
            render={({ field: { value, onChange }, fieldState }) => (
              <CheckboxGroup
                label={tokenMessages.scopes}
                choices={tokenMessages.scopeNames}
                value={value}
                onChange={onChange}
                error={fieldState.error?.message}
              />
            )}
          />
          <Controller
            control={control}
            name="workspace"
            render={({ field }) => (
              <SelectField
                label={tokenMessages.workspace}
                choices={workspaceChoices}
                value={field.value}
                onChange={field.onChange}
              />
            )}
          />
          <Controller
            control={control}
            name="days"
            render={({ field }) => (
              <SelectField label={tokenMessages.expiry} choices={expiryChoices} value={field.value} onChange={field.onChange} />
            )}
          />
        </>
      )}
    </EditDialog>
  );
}
