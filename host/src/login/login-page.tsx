import { ApiError, login, useConfig, useSession } from '@console/shared-auth';
import { Button, MessageBar, MessageBarBody, TextField } from '@console/shared-ui/core';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { loginMessages } from './login-messages';
import { loadConsole } from '../console/load-console';
import { LoginFrame } from './login-frame';
import { RouterLink } from './router-link';

const ProviderSignIn = lazy(async () => ({ default: (await import('./provider/provider-sign-in')).ProviderSignIn }));

const FIELDS = ['email', 'password'] as const;
type FieldName = (typeof FIELDS)[number];

/** Reads a field from the form element, because the browser may have filled in the field without an event. */
const readField = (form: HTMLFormElement, name: FieldName) => String(new FormData(form).get(name) ?? '');
const listEmptyFields = (form: HTMLFormElement) => FIELDS.filter((name) => readField(form, name) === '');

function describeFailure(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return loginMessages.unreachable;
  if (error.status === 429 || error.status === 403) return loginMessages.refused(error.detail);
  return loginMessages.failed;
}

/** Starts loading the console when the user begins to type. A failure is shown when the console is needed. */
const prefetchConsole = () => void loadConsole().catch(() => undefined);

/** The sign-in page. It does not use react-hook-form, so that the page need not load it. */
export function LoginPage() {
  const { sendsMail, identityProvider, passwordSignIn = true } = useConfig();
  const [isPasswordShown, setPasswordShown] = useState(passwordSignIn);
  const { endedBy } = useSession();
  const [failure, setFailure] = useState<string | null>(null);
  const [isSubmitting, setSubmitting] = useState(false);
  /** The fields that show an error. Null before the first attempt to sign in. */
  const [emptyFields, setEmptyFields] = useState<readonly FieldName[] | null>(null);
  const getError = (name: FieldName, error: string) => (emptyFields?.includes(name) ? error : undefined);

  const handleChange = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    prefetchConsole();
    if (emptyFields) setEmptyFields(listEmptyFields(currentTarget));
  };

  const signIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = listEmptyFields(form);
    setEmptyFields(fields);
    if (fields.length > 0) return form.querySelector<HTMLInputElement>(`input[name="${fields[0]}"]`)?.focus();
    setFailure(null);
    setSubmitting(true);
    try {
      await login(readField(form, 'email').trim(), readField(form, 'password'));
    } catch (error) {
      setFailure(describeFailure(error));
    } finally {
      setSubmitting(false);
    }
  };

  return (
    <LoginFrame title={loginMessages.title} onChange={handleChange} onSubmit={(event) => void signIn(event)}>
      {(endedBy === 'expired' || endedBy === 'unread') && !failure && (
        <MessageBar intent={endedBy === 'expired' ? 'info' : 'warning'}>
          <MessageBarBody>{loginMessages[endedBy]}</MessageBarBody>
        </MessageBar>
      )}
      {failure && (
        <MessageBar intent="error" role="alert">
          <MessageBarBody>{failure}</MessageBarBody>
        </MessageBar>
      )}
      {identityProvider && (
        <Suspense>
          <ProviderSignIn
            name={identityProvider.name}
            hasPasswordForm={isPasswordShown}
            onUsePassword={() => setPasswordShown(true)}
          />
        </Suspense>
      )}
      {isPasswordShown && (
        <>
          <TextField
            label={loginMessages.email}
            type="email"
            autoComplete="username"
            autoFocus
            required
            name="email"
            error={getError('email', loginMessages.emailRequired)}
          />
          <TextField
            label={loginMessages.password}
            type="password"
            autoComplete="current-password"
            required
            name="password"
            error={getError('password', loginMessages.passwordRequired)}
          />
          <Button type="submit" appearance="primary" size="large" disabledFocusable={isSubmitting}>
            {isSubmitting ? loginMessages.busy : loginMessages.submit}
          </Button>
        </>
      )}
      {sendsMail && passwordSignIn && <RouterLink to="/forgot-password">{loginMessages.forgotPassword}</RouterLink>}
    </LoginFrame>
  );
}
