import { api, useWorkspace } from '@console/shared-auth';
import type { CreatedApiToken, TokenScope } from '@console/shared-contract/api';
import { SelectControl } from '@console/shared-ui/choices';
import { EditDialog, TextControl } from '@console/shared-ui/forms';
import { useWrite } from '@console/shared-ui/pages';
import { CheckboxGroupControl } from '../checkbox-group-control';
import { settingsMessages } from '../settings-messages';
import { refreshSettings } from '../settings.queries';

const tokenMessages = settingsMessages.tokens;
const NEVER = '';
const ALL_WORKSPACES = 'all';
const expiryChoices = [...tokenMessages.expiryChoices, { value: NEVER, label: tokenMessages.never }];

interface TokenValues {
  name: string;
  scopes: readonly TokenScope[];
  workspace: string;
  days: string;
}

/** The form for a new API token. `onCreated` gets the token, which the server returns only once. */
export function CreateTokenDialog({ onCreated, onClose }: { onCreated: (token: CreatedApiToken) => void; onClose: () => void }) {
  const { workspace } = useWorkspace();
  const write = useWrite({
    send: async ({ name, scopes, workspace: onlyWorkspace, days }: TokenValues) => {
      const token = await api.call('POST /account/v2/api-token/', {
        body: {
          name: name.trim(),
          scopes: [...scopes],
          only_workspace: onlyWorkspace === ALL_WORKSPACES ? null : onlyWorkspace,
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
    <EditDialog<TokenValues>
      title={tokenMessages.createTitle}
      submitLabel={tokenMessages.createSubmit}
      initial={{ name: '', scopes: ['read'], workspace: workspace?.id ?? ALL_WORKSPACES, days: '90' }}
      onSubmit={write.send}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <TextControl control={control} name="name" label={tokenMessages.name} requiredError={tokenMessages.nameRequired} />
          <CheckboxGroupControl
            control={control}
            name="scopes"
            label={tokenMessages.scopes}
            choices={tokenMessages.scopeNames}
            validate={(scopes) => scopes.length > 0 || tokenMessages.scopeRequired}
          />
          <SelectControl control={control} name="workspace" label={tokenMessages.workspace} choices={workspaceChoices} />
          <SelectControl control={control} name="days" label={tokenMessages.expiry} choices={expiryChoices} />
        </>
      )}
    </EditDialog>
  );
}
