import type { GroupDetail } from '@console/shared-contract/api';
import {
  Button,
  makeStyles,
  SaveIcon,
  Section,
  TextAreaField,
  TextField,
  tokens,
  useUnsavedChanges,
} from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { useState, type FormEvent } from 'react';
import type { GroupValues } from '../forms/group-form';
import { TypePicker } from '../forms/type-picker';
import { messages } from '../messages';
import { GroupActions, type GroupActionsProps } from './group-actions';
import { updateGroup } from './group.queries';

const groupFormMessages = messages.groupForm;
const MIN_NAME_LENGTH = 2;

const useStyles = makeStyles({
  form: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(240px, 100%), 1fr))',
    alignItems: 'start',
    gap: tokens.spacingHorizontalM,
  },
});

/** Section with the form and the actions of a group. */
export function GroupHead(props: GroupActionsProps) {
  const styles = useStyles();
  const { group } = props;
  const { draft, values, set, isDirty, save, error, isSaving } = useGroupForm(group);
  useUnsavedChanges(isDirty);
  return (
    <Section title={messages.group.title} actions={<GroupActions {...props} />}>
      <form className={styles.form} noValidate onSubmit={save}>
        <TypePicker label={groupFormMessages.type} value={values.type} onChange={(type) => set({ ...draft, type })} />
        <TextField
          label={messages.columns.name}
          required
          autoComplete="off"
          value={values.name}
          error={error}
          onChange={({ target }) => set({ ...draft, name: target.value })}
        />
        <TextAreaField
          label={messages.columns.description}
          value={values.description}
          onChange={({ target }) => set({ ...draft, description: target.value })}
        />
        <div>
          <Button type="submit" appearance="primary" icon={<SaveIcon />} disabledFocusable={!isDirty || isSaving}>
            {messages.group.save}
          </Button>
        </div>
      </form>
    </Section>
  );
}

/** Keeps the edited fields as a draft over the current group. Fields without edits follow changes that other users save. */
function useGroupForm(group: GroupDetail) {
  const [draft, set] = useState<Partial<GroupValues>>({});
  const [error, setError] = useState<string>();
  const saved: GroupValues = { name: group.name, description: group.description, type: group.type?.id ?? '' };
  const values = { ...saved, ...draft };
  const fields = Object.keys(saved) as (keyof GroupValues)[];
  const isDirty = fields.some((field) => values[field] !== saved[field]);
  const write = useWrite({
    send: (newValues: GroupValues) => updateGroup(group, newValues),
    success: { title: groupFormMessages.updated },
    failure: groupFormMessages.updateFailed,
    reasons: { 409: groupFormMessages.stale },
    changes: () => [{ topic: 'groups', ids: [] }],
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isDirty) return;
    const isTooShort = values.name.trim().length < MIN_NAME_LENGTH;
    setError(isTooShort ? groupFormMessages.nameTooShort : undefined);
    if (isTooShort) return;
    // Keep changes that were made during the save.
    void write.send(values).then((result) => {
      if (result?.ok)
        set((now) =>
          Object.fromEntries(
            fields.filter((field) => field in now && now[field] !== values[field]).map((field) => [field, now[field]]),
          ),
        );
    });
  };
  return { draft, values, set, isDirty, save, error, isSaving: write.isPending };
}
