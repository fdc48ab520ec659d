import { api, logout, useSession } from '@console/shared-auth';
import { MIN_PASSWORD_LENGTH } from '@console/shared-contract/limits';
import { Button, MessageBar, MessageBarBody, TextField } from '@console/shared-ui/core';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { LoginFrame } from '../login/login-frame';
import { RouterLink } from '../login/router-link';
import { linkMessages } from './link-messages';
import { FormFailure, LinkStateView } from './link-state-view';
import { describeFailure, useLink, useLinkToken } from './use-link';

const { newPassword: pageMessages } = linkMessages;
const fetchAccount = (token: string) => api.call('POST /account/v2/password-reset/show', { body: { token } });

/** The page /new-password#TOKEN, where the user sets a new password. Each link works once. */
export function NewPasswordPage() {
  const token = useLinkToken();
  const linkState = useLink(token, fetchAccount);
  const [isDone, setDone] = useState(false);
  if (linkState.kind !== 'loaded')
    return (
      <LoginFrame title={pageMessages.title}>
        <LinkStateView state={linkState} />
        {linkState.kind === 'failed' && <RouterLink to="/login">{linkMessages.toSignIn}</RouterLink>}
      </LoginFrame>
    );
  if (isDone)
    return (
      <LoginFrame title={pageMessages.title}>
        <MessageBar intent="success" role="status">
          <MessageBarBody>{pageMessages.done}</MessageBarBody>
        </MessageBar>
        <RouterLink to="/login">{linkMessages.toSignIn}</RouterLink>
      </LoginFrame>
    );
  return (
    <NewPasswordForm token={token} user={linkState.content.email || linkState.content.username} onDone={() => setDone(true)} />
  );
}

function NewPasswordForm({ token, user, onDone }: { token: string; user: string; onDone: () => void }) {
  const { signedIn } = useSession();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { password: '' } });
  const submit = handleSubmit(async ({ password }) => {
    setFailure(null);
    try {
      await api.call('POST /account/v2/password-reset/', { body: { token, password } });
      // The new password has ended the sessions of the account. If another user is signed in, log that user out: the sign-in page
      // would otherwise open that user's session.
      if (signedIn) await logout();
      onDone();
    } catch (error) {
      setFailure(describeFailure(error));
    }
  });
  return (
    <LoginFrame title={pageMessages.title} onSubmit={(event) => void submit(event)}>
      <span>{pageMessages.text(user)}</span>
      <FormFailure message={failure} />
      <TextField
        label={linkMessages.password}
        hint={linkMessages.passwordHint}
        type="password"
        autoComplete="new-password"
        autoFocus
        required
        error={formState.errors.password?.message}
        {...register('password', {
          required: linkMessages.passwordTooShort,
          minLength: { value: MIN_PASSWORD_LENGTH, message: linkMessages.passwordTooShort },
        })}
      />
      <Button type="submit" appearance="primary" size="large" disabledFocusable={formState.isSubmitting}>
        {pageMessages.submit}
      </Button>
    </LoginFrame>
  );
}
