import type { AssignableRole } from '@console/shared-contract/api';
import { ROLES } from '@console/shared-contract/roles';
import { SelectControl } from '@console/shared-ui/choices';
import type { ControlProps, FieldValues } from '@console/shared-ui/forms';
import { settingsMessages } from './settings-messages';

const choices = ROLES.filter((role) => role !== 'owner').map((value) => ({ value, label: settingsMessages.roles(value) }));

/** Form field for the role of a member. Describes the permissions of the selected role. */
export function RoleControl<Values extends FieldValues>(field: Pick<ControlProps<Values, string>, 'control' | 'name'>) {
  return (
    <SelectControl
      {...field}
      label={settingsMessages.members.role}
      hint={(role) => settingsMessages.roleDescriptions[role as AssignableRole]}
      choices={choices}
    />
  );
}
