import { ApiError, login, useConfig, useSession } from '@console/shared-auth';
import { Button, MessageBar, MessageBarBody, TextField } from '@console/shared-ui/core';
import { lazy, Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { loginMessages } from './login-messages';
import { loadConsole } from '../console/load-console';
import { LoginFrame } from './login-frame';
import { RouterLink } from './router-link';

const ProviderSignIn = lazy(async () => ({ default: (await import('./provider/provider-sign-in')).ProviderSignIn }));

interface Credentials {
  email: string;
  password: string;
}

function describeFailure(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return loginMessages.unreachable;
  if (error.status === 429 || error.status === 403) return loginMessages.refused(error.detail);
  return loginMessages.failed;
}

/** Starts loading the console when the user begins to type. A failure is shown when the console is needed. */
const prefetchConsole = () => void loadConsole().catch(() => undefined);

/** The sign-in page. */
export function LoginPage() {
  const { sendsMail, identityProvider, passwordSignIn = true } = useConfig();
  const [isPasswordShown, setPasswordShown] = useState(passwordSignIn);
  const { endedBy } = useSession();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm<Credentials>({ defaultValues: { email: '', password: '' } });

  const submit = handleSubmit(async ({ email, password }) => {
    setFailure(null);
    try {
      await login(email.trim(), password);
    } catch (error) {
      setFailure(describeFailure(error));
    }
  });

  return (
    <LoginFrame title={loginMessages.title} onChange={prefetchConsole} onSubmit={(event) => void submit(event)}>
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
            error={formState.errors.email?.message}
            {...register('email', { required: loginMessages.emailRequired })}
          />
          <TextField
            label={loginMessages.password}
            type="password"
            autoComplete="current-password"
            required
            error={formState.errors.password?.message}
            {...register('password', { required: loginMessages.passwordRequired })}
          />
          <Button type="submit" appearance="primary" size="large" disabledFocusable={formState.isSubmitting}>
            {formState.isSubmitting ? loginMessages.busy : loginMessages.submit}
          </Button>
        </>
      )}
      {sendsMail && passwordSignIn && <RouterLink to="/forgot-password">{loginMessages.forgotPassword}</RouterLink>}
    </LoginFrame>
  );
}
