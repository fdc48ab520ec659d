import {
  api,
  loadSession,
  LoadState,
  logout,
  startSessionWithTokens,
  switchWorkspace,
  useConfig,
  useSession,
} from '@console/shared-auth';
import type { InvitationOffer } from '@console/shared-contract/api';
import { MIN_PASSWORD_LENGTH } from '@console/shared-contract/limits';
import { Button, MessageBar, MessageBarBody, SkeletonRows, TextField } from '@console/shared-ui/core';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router-dom';
import { LoginFrame } from '../login/login-frame';
import { RouterLink } from '../login/router-link';
import { messages } from '../messages';
import { linkMessages } from './link-messages';
import { FormFailure, LinkStateView } from './link-state-view';
import { describeFailure, useLink, useLinkToken } from './use-link';

const { invitation: invitationMessages } = linkMessages;
const fetchInvitation = (token: string) => api.call('POST /account/v2/invitation/show', { body: { token } });

interface OfferProps {
  token: string;
  offer: InvitationOffer;
}

/** The page /invitation#TOKEN: accepts an invitation as the signed-in user, after a sign-in, or with a new account. */
export function InvitationPage() {
  const token = useLinkToken();
  const linkState = useLink(token, fetchInvitation);
  const { signedIn } = useSession();
  if (linkState.kind !== 'loaded')
    return (
      <LoginFrame title={invitationMessages.title}>
        <LinkStateView state={linkState} />
      </LoginFrame>
    );
  const offer = linkState.content;
  if (offer.state !== 'open')
    return (
      <LoginFrame title={invitationMessages.title}>
        <MessageBar intent="warning" role="alert">
          <MessageBarBody>{invitationMessages.closed[offer.state]}</MessageBarBody>
        </MessageBar>
        <RouterLink to="/">{signedIn ? linkMessages.toConsole : linkMessages.toSignIn}</RouterLink>
      </LoginFrame>
    );
  return signedIn ? <AcceptAsUser token={token} offer={offer} /> : <AcceptWithAccount token={token} offer={offer} />;
}

function OfferText({ offer: { invited_by: user, workspace_name: workspace, role } }: Pick<OfferProps, 'offer'>) {
  const roleName = messages.roles[role];
  return (
    <span>
      {user === null ? invitationMessages.text(workspace, roleName) : invitationMessages.textBy(user, workspace, roleName)}
    </span>
  );
}

/** Returns a function that opens the workspace of an accepted invitation. */
function useOpenWorkspace() {
  const navigate = useNavigate();
  return async (workspaceId: string) => {
    await switchWorkspace(workspaceId);
    // Replace the history entry, whose link has been used.
    await navigate('/', { replace: true });
  };
}

function AcceptAsUser({ token, offer }: OfferProps) {
  const { user, state: sessionState } = useSession();
  const openWorkspace = useOpenWorkspace();
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const acceptInvitation = async () => {
    setFailure(null);
    setBusy(true);
    try {
      const { workspace } = await api.call('POST /account/v2/invitation/accept', { body: { token } });
      await loadSession();
      await openWorkspace(workspace);
    } catch (error) {
      setFailure(describeFailure(error));
      setBusy(false);
    }
  };
  const isForOther = offer.email !== null && user !== null && user.email.toLowerCase() !== offer.email;
  return (
    <LoginFrame
      title={invitationMessages.title}
      onSubmit={(event) => {
        event.preventDefault();
        void acceptInvitation();
      }}
    >
      <OfferText offer={offer} />
      <FormFailure message={failure} />
      {!user || sessionState !== LoadState.LOADED ? (
        !isBusy && <SkeletonRows rows={1} label={linkMessages.loading} />
      ) : isForOther ? (
        <MessageBar intent="warning">
          <MessageBarBody>{invitationMessages.forOther(offer.email ?? '')}</MessageBarBody>
        </MessageBar>
      ) : (
        <Button type="submit" appearance="primary" size="large" disabledFocusable={isBusy}>
          {invitationMessages.acceptAs(user.email || user.username)}
        </Button>
      )}
      <Button disabledFocusable={isBusy} onClick={() => void logout()}>
        {invitationMessages.otherAccount}
      </Button>
    </LoginFrame>
  );
}

interface NewAccount {
  email: string;
  username: string;
  password: string;
}

function AcceptWithAccount({ token, offer }: OfferProps) {
  const { passwordSignIn } = useConfig();
  const location = useLocation();
  const navigate = useNavigate();
  const openWorkspace = useOpenWorkspace();
  const [failure, setFailure] = useState<string | null>(null);
  const { control, handleSubmit, formState } = useForm<NewAccount>({
    defaultValues: { email: offer.email ?? '', username: '', password: '' },
  });
  // The user returns to this page after the sign-in.
  const openSignIn = () => void navigate('/login', { state: { from: location } });
  const create = handleSubmit(async ({ email, username, password }) => {
    setFailure(null);
    try {
      const { workspace, ...tokens } = await api.call('POST /account/v2/invitation/accept-with-new-account', {
        body: { token, email: email.trim(), username: username.trim(), password },
      });
      await startSessionWithTokens(tokens);
      await openWorkspace(workspace);
    } catch (error) {
      setFailure(describeFailure(error));
    }
  });
  if (offer.has_account || passwordSignIn === false)
    return (
      <LoginFrame
        title={invitationMessages.title}
        onSubmit={(event) => {
          event.preventDefault();
          openSignIn();
        }}
      >
        <OfferText offer={offer} />
        {offer.email !== null && offer.has_account && <span>{invitationMessages.signInHint(offer.email)}</span>}
        <Button type="submit" appearance="primary" size="large">
          {invitationMessages.signIn}
        </Button>
      </LoginFrame>
    );
  return (
    <LoginFrame title={invitationMessages.title} onSubmit={(event) => void create(event)}>
      <OfferText offer={offer} />
      <FormFailure message={failure} />
      <Controller
        control={control}
        name="email"
        rules={{ required: linkMessages.emailRequired }}
        render={({ field, fieldState }) => (
          <TextField
            label={linkMessages.email}
            type="email"
            autoComplete="username"
            required
            readOnly={offer.email !== null}
            error={fieldState.error?.message}
            {...field}
          />
        )}
      />
      <Controller
        control={control}
        name="username"
        rules={{ validate: (name) => name.trim() !== '' || linkMessages.nameRequired }}
        render={({ field, fieldState }) => (
          <TextField label={linkMessages.name} autoComplete="name" required error={fieldState.error?.message} {...field} />
        )}
      />
      <Controller
        control={control}
        name="password"
        rules={{
          minLength: { value: MIN_PASSWORD_LENGTH, message: linkMessages.passwordTooShort },
          required: linkMessages.passwordTooShort,
        }}
        render={({ field, fieldState }) => (
          <TextField
            label={linkMessages.password}
            hint={linkMessages.passwordHint}
            type="password"
            autoComplete="new-password"
            required
            error={fieldState.error?.message}
            {...field}
          />
        )}
      />
      <Button type="submit" appearance="primary" size="large" disabledFocusable={formState.isSubmitting}>
        {invitationMessages.newAccount}
      </Button>
      {offer.email === null && (
        <>
          <span>{invitationMessages.or}</span>
          <Button onClick={openSignIn}>{invitationMessages.signIn}</Button>
        </>
      )}
    </LoginFrame>
  );
}
