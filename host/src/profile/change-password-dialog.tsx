import { api } from '@console/shared-auth';
import { MIN_PASSWORD_LENGTH } from '@console/shared-contract/limits';
import { Checkbox } from '@console/shared-ui/choices';
import { Controller, EditDialog, TextControl } from '@console/shared-ui/forms';
import { useWrite } from '@console/shared-ui/pages';
import { profileMessages } from './profile-messages';
import { refreshSessions } from './sessions.queries';

const { password: passwordMessages } = profileMessages;
const INITIAL = { current_password: '', new_password: '', end_others: true };

/** Dialog in which users change their own password. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const write = useWrite({
    send: async (body: typeof INITIAL) => {
      await api.call('POST /account/v2/change-password', { body });
      await refreshSessions();
    },
    success: { title: passwordMessages.changed },
    failure: passwordMessages.failed,
    failureIn: 'form',
  });
  return (
    <EditDialog
      title={passwordMessages.title}
      submitLabel={passwordMessages.title}
      initial={INITIAL}
      onSubmit={(values) => write.send(values)}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <TextControl
            control={control}
            name="current_password"
            label={passwordMessages.current}
            type="password"
            autoComplete="current-password"
            required
            validate={(value) => value !== '' || passwordMessages.currentRequired}
          />
          <TextControl
            control={control}
            name="new_password"
            label={passwordMessages.new}
            hint={passwordMessages.newHint}
            type="password"
            autoComplete="new-password"
            required
            validate={(value) => value.length >= MIN_PASSWORD_LENGTH || passwordMessages.tooShort}
          />
          <Controller
            control={control}
            name="end_others"
            render={({ field: { value, onChange } }) => (
              <Checkbox
                label={passwordMessages.endOthers}
                checked={value}
                onChange={(_, { checked }) => onChange(checked === true)}
              />
            )}
          />
        </>
      )}
    </EditDialog>
  );
}
