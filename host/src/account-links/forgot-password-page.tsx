import { api, useConfig } from '@console/shared-auth';
import { Button, MessageBar, MessageBarBody, TextField } from '@console/shared-ui/core';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { LoginFrame } from '../login/login-frame';
import { RouterLink } from '../login/router-link';
import { linkMessages } from './link-messages';
import { FormFailure } from './link-state-view';
import { describeFailure } from './use-link';

const { forgotPassword: pageMessages } = linkMessages;

/** The page /forgot-password, which sends a link for a new password by email. */
export function ForgotPasswordPage() {
  const { identityProvider, passwordSignIn } = useConfig();
  const [recipient, setRecipient] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '' } });
  const submit = handleSubmit(async ({ email }) => {
    setFailure(null);
    try {
      await api.call('POST /account/v2/password-reset/request', { body: { email: email.trim() } });
      setRecipient(email.trim());
    } catch (error) {
      setFailure(describeFailure(error));
    }
  });
  if (passwordSignIn === false)
    return (
      <LoginFrame title={pageMessages.title}>
        <MessageBar intent="info">
          <MessageBarBody>{linkMessages.passwordsOff(identityProvider?.name ?? '')}</MessageBarBody>
        </MessageBar>
        <RouterLink to="/login">{linkMessages.toSignIn}</RouterLink>
      </LoginFrame>
    );
  return (
    <LoginFrame title={pageMessages.title} onSubmit={(event) => void submit(event)}>
      {recipient === null ? (
        <>
          <span>{pageMessages.text}</span>
          <FormFailure message={failure} />
          <TextField
            label={linkMessages.email}
            type="email"
            autoComplete="username"
            autoFocus
            required
            error={formState.errors.email?.message}
            {...register('email', { required: linkMessages.emailRequired })}
          />
          <Button type="submit" appearance="primary" size="large" disabledFocusable={formState.isSubmitting}>
            {pageMessages.submit}
          </Button>
        </>
      ) : (
        <MessageBar intent="success" role="status">
          <MessageBarBody>{pageMessages.sent(recipient)}</MessageBarBody>
        </MessageBar>
      )}
      <RouterLink to="/login">{linkMessages.toSignIn}</RouterLink>
    </LoginFrame>
  );
}
