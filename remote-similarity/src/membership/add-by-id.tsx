import { ApiError } from '@console/shared-auth';
import type { GroupSubject } from '@console/shared-contract/federation';
import {
  AddIcon,
  Button,
  describeRefusal,
  makeStyles,
  TextField,
  tokens,
  useNotify,
  useUnsavedChanges,
} from '@console/shared-ui/basics';
import { Controller, useForm } from 'react-hook-form';
import { messages } from '../messages';
import type { GroupReference } from '@console/shared-ui/choices';
import { AddByName } from './add-by-name';
import { parseGroupId } from './parse-group-id';
import { changeMembership } from '../group-data/membership.queries';

const membershipMessages = messages.membership;
const useStyles = makeStyles({
  form: { display: 'flex', alignItems: 'flex-start', gap: tokens.spacingHorizontalS },
  field: { flexGrow: 1, minWidth: 0 },
  // Aligns the button with the input below its label.
  button: { marginTop: '26px', flexShrink: 0 },
});

export interface AddByIdProps {
  subject: GroupSubject;
  /** Ids of the visible groups that already contain the subject. */
  currentGroupIds: readonly string[];
  /** The id replaces the name if the name is unknown. `wasAdded` is false if the subject was already a member. */
  onAdded: (group: Pick<GroupReference, 'id' | 'name'>, wasAdded: boolean) => void;
}

/** Form that adds an image or object to a group by its name, its id or a link to the group. */
export function AddById({ subject, currentGroupIds, onAdded }: AddByIdProps) {
  const styles = useStyles();
  const notify = useNotify();
  const { control, handleSubmit, setError, reset, formState } = useForm({ defaultValues: { group: '' } });
  useUnsavedChanges(formState.isDirty);
  const validate = (text: string) => {
    const id = parseGroupId(text);
    if (id === null) return membershipMessages.idInvalid;
    return !currentGroupIds.includes(id) || membershipMessages.alreadyIn;
  };
  const submit = handleSubmit(async ({ group }) => {
    const id = parseGroupId(group) ?? '';
    let wasAdded: boolean;
    try {
      wasAdded = await changeMembership('add', id, subject);
    } catch (error) {
      notify.danger({ title: membershipMessages.addFailed, text: describeRefusal(error) });
      if (error instanceof ApiError && error.status === 404) setError('group', { message: membershipMessages.noGroup });
      return;
    }
    notify.success({ title: membershipMessages.added, text: membershipMessages.addedText });
    reset();
    onAdded({ id, name: id }, wasAdded);
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
