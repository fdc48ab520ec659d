import { CopyButton, makeStyles, Text, tokens } from '@console/shared-ui/basics';
import { Controller, EditDialog, NameControl, TextAreaControl } from '@console/shared-ui/forms';
import type { WriteResult } from '@console/shared-ui/pages';
import type { GroupValues } from '../group-data/group.queries';
import { groupFormMessages } from './group-form-messages';
import { commonMessages } from '../common/common-messages';
import { TypePicker } from './type-picker';

/** Labels of the fields of a group. */
export const GROUP_LABELS = {
  name: commonMessages.columns.name,
  description: commonMessages.columns.description,
  type: groupFormMessages.type,
};
const useStyles = makeStyles({
  id: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, overflowWrap: 'anywhere' },
});

interface GroupFormProps {
  title: string;
  submitLabel: string;
  /** The group to edit. Undefined creates a new group. */
  group?: { id: string; name: string; description: string; type: string | null };
  /** Preselected type of a new group. */
  initialType?: string;
  onSubmit: (values: GroupValues) => Promise<WriteResult<unknown> | null>;
  onClose: () => void;
}

/** Dialog for the name, description and type of a group. Shows the id of an existing group. */
export function GroupForm({ group, initialType, ...dialog }: GroupFormProps) {
  const styles = useStyles();
  const initial: GroupValues = {
    name: group?.name ?? '',
    description: group?.description ?? '',
    type: group?.type ?? initialType ?? '',
  };
  return (
    <EditDialog {...dialog} labels={GROUP_LABELS} initial={initial}>
      {({ control }) => (
        <>
          <NameControl control={control} name="name" />
          <TextAreaControl control={control} name="description" label={commonMessages.columns.description} />
          <Controller
            control={control}
            name="type"
            render={({ field }) => <TypePicker label={groupFormMessages.type} value={field.value} onChange={field.onChange} />}
          />
          {/* The id is last, because a dialog focuses its first control, which must be the name. */}
          {group && (
            <div className={styles.id}>
              <Text size={200}>{`${commonMessages.columns.id}: ${group.id}`}</Text>
              <CopyButton text={group.id} what="id" />
            </div>
          )}
        </>
      )}
    </EditDialog>
  );
}
