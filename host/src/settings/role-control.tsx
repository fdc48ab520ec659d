import type { AssignableRole } from '@console/shared-contract/api';
import { ROLES } from '@console/shared-contract/roles';
import { SelectField } from '@console/shared-ui/choices';
import { Controller, type Control, type FieldPath, type FieldValues } from '@console/shared-ui/forms';
import { settingsMessages } from './settings-messages';

const choices = ROLES.filter((role) => role !== 'owner').map((value) => ({ value, label: settingsMessages.roles(value) }));

/** Form field for a role that a member can be given, with what the selected role may do. */
export function RoleControl<Values extends FieldValues>({
  control,
  name,
}: {
  control: Control<Values>;
  name: FieldPath<Values>;
}) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <SelectField
          label={settingsMessages.members.role}
          hint={settingsMessages.roleDescriptions[field.value as AssignableRole]}
          choices={choices}
          value={field.value as string}
          onChange={field.onChange}
        />
      )}
    />
  );
}
