import { ApiError } from '@console/shared-auth';
import type { GroupSubject } from '@console/shared-contract/federation';
import { AddIcon, Button, makeStyles, TextField, tokens, useUnsavedChanges } from '@console/shared-ui/basics';
import { parseIds } from '@console/shared-ui/format';
import { useWrite } from '@console/shared-ui/pages';
import { Controller, useForm } from 'react-hook-form';
import { membershipMessages } from './membership-messages';
import type { GroupReference } from '@console/shared-ui/choices';
import { AddByName } from './add-by-name';
import { changeMembership } from '../group-data/membership.queries';

const useStyles = makeStyles({
  form: { display: 'flex', alignItems: 'flex-start', gap: tokens.spacingHorizontalS },
  field: { flexGrow: 1, minWidth: 0 },
  // Aligns the button with the input below its label.
  button: { marginTop: '26px', flexShrink: 0 },
});

interface AddByIdProps {
  subject: GroupSubject;
  /** Ids of the visible groups that already contain the subject. */
  currentGroupIds: readonly string[];
  /** The id replaces the name if the name is unknown. `wasAdded` is false if the subject was already a member. */
  onAdded: (group: Pick<GroupReference, 'id' | 'name'>, wasAdded: boolean) => void;
}

/** Form that adds an image or object to a group by its name, its id or a link to the group. */
export function AddById({ subject, currentGroupIds, onAdded }: AddByIdProps) {
  const styles = useStyles();
  const { control, handleSubmit, setError, reset, formState } = useForm({ defaultValues: { group: '' } });
  useUnsavedChanges(formState.isDirty);
  const validate = (text: string) => {
    const [id] = parseIds(text);
    if (id === undefined) return membershipMessages.idInvalid;
    return !currentGroupIds.includes(id) || membershipMessages.alreadyIn;
  };
  const write = useWrite({
    send: (id: string) => changeMembership('add', id, subject),
    success: { title: membershipMessages.added, text: membershipMessages.addedText },
    failure: membershipMessages.addFailed,
  });
  const submit = handleSubmit(async ({ group }) => {
    const [id = ''] = parseIds(group);
    const result = await write.send(id);
    if (!result) return;
    if (result.ok) {
      reset();
      onAdded({ id, name: id }, result.result);
    } else if (result.error instanceof ApiError && result.error.status === 404)
      setError('group', { message: membershipMessages.noGroup });
  });
  return (
    <>
      <AddByName subject={subject} onAdded={onAdded} />
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <div className={styles.field}>
          <Controller
            control={control}
            name="group"
            rules={{ validate }}
            render={({ field, fieldState }) => (
              <TextField
                label={membershipMessages.id}
                placeholder={membershipMessages.idPlaceholder}
                autoComplete="off"
                error={fieldState.error?.message}
                {...field}
              />
            )}
          />
        </div>
        <Button className={styles.button} type="submit" icon={<AddIcon />} disabledFocusable={formState.isSubmitting}>
          {membershipMessages.add}
        </Button>
      </form>
    </>
  );
}
