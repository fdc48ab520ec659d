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
import type { FoundGroup } from '../forms/group-finder';
import { AddFound } from './add-found';
import { readGroupId } from './group-id';
import { changeMembership } from './membership.queries';

const words = messages.membership;
const useStyles = makeStyles({
  form: { display: 'flex', alignItems: 'flex-start', gap: tokens.spacingHorizontalS },
  field: { flexGrow: 1, minWidth: 0 },
  // In line with the input below its label.
  button: { marginTop: '26px', flexShrink: 0 },
});

export interface AddByIdProps {
  subject: GroupSubject;
  /** Ids of the groups on the page, which it is in already. */
  memberOf: readonly string[];
  /** Of a group whose name is not known, with its id as the name. `isNew`: it was not in the group before. */
  onAdded: (group: Pick<FoundGroup, 'id' | 'name'>, isNew: boolean) => void;
}

/** Adds a picture or an object to the group with an id, which may be pasted as a link too. */
export function AddById({ subject, memberOf, onAdded }: AddByIdProps) {
  const styles = useStyles();
  const notify = useNotify();
  const { control, handleSubmit, setError, reset, formState } = useForm({ defaultValues: { group: '' } });
  useUnsavedChanges(formState.isDirty);
  const validate = (text: string) => {
    const id = readGroupId(text);
    if (id === null) return words.idInvalid;
    return !memberOf.includes(id) || words.alreadyIn;
  };
  const submit = handleSubmit(async ({ group }) => {
    const id = readGroupId(group) ?? '';
    let isNew: boolean;
    try {
      isNew = await changeMembership('add', id, subject);
    } catch (error) {
      notify.danger({ title: words.addFailed, text: describeRefusal(error) });
      if (error instanceof ApiError && error.status === 404) setError('group', { message: words.noGroup });
      return;
    }
    notify.success({ title: words.added, text: words.addedText });
    reset();
    onAdded({ id, name: id }, isNew);
  });
  return (
    <>
      <AddFound subject={subject} onAdded={onAdded} />
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <div className={styles.field}>
          <Controller
            control={control}
            name="group"
            rules={{ validate }}
            render={({ field, fieldState }) => (
              <TextField
                label={words.id}
                placeholder={words.idPlaceholder}
                autoComplete="off"
                error={fieldState.error?.message}
                {...field}
              />
            )}
          />
        </div>
        <Button className={styles.button} type="submit" icon={<AddIcon />} disabledFocusable={formState.isSubmitting}>
          {words.add}
        </Button>
      </form>
    </>
  );
}
