import { api } from '@console/shared-auth';
import { Button, MessageBar, MessageBarBody } from '@console/shared-ui/core';
import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { describeProviderFailure } from './describe-provider-failure';
import { openUrl } from '../../logout/open-url';
import { providerMessages } from './provider-messages';
import { storeReturnPath } from './return-path-store';

interface ProviderSignInProps {
  /** The name of the identity provider. */
  name: string;
  /** Whether the password form is shown below the button. */
  hasPasswordForm: boolean;
  onUsePassword: () => void;
}

/** The button of the sign-in page that opens the identity provider. */
export function ProviderSignIn({ name, hasPasswordForm, onUsePassword }: ProviderSignInProps) {
  const { state: locationState } = useLocation();
  const [isAvailable, setAvailable] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const checkAvailability = useCallback(
    () =>
      api.call('GET /account/v2/oidc/').then(
        ({ available }) => setAvailable(available),
        // Ignore an outage of the server here: the sign-in reports it.
        () => undefined,
      ),
    [],
  );
  useEffect(() => void checkAvailability(), [checkAvailability]);

  const startSignIn = async () => {
    setFailure(null);
    setBusy(true);
    try {
      const { url } = await api.call('POST /account/v2/oidc/start');
      storeReturnPath(locationState);
      openUrl(url);
    } catch (error) {
      setFailure(describeProviderFailure(error));
      setBusy(false);
    }
  };

  return (
    <>
      {failure !== null && (
        <MessageBar intent="error" role="alert">
          <MessageBarBody>{failure}</MessageBarBody>
        </MessageBar>
      )}
      {!isAvailable && failure === null && (
        <MessageBar intent="warning" role="status">
          <MessageBarBody>{providerMessages.unavailable(name)}</MessageBarBody>
        </MessageBar>
      )}
      {isAvailable ? (
        <Button
          type="button"
          appearance={hasPasswordForm ? 'outline' : 'primary'}
          size="large"
          autoFocus={!hasPasswordForm}
          disabledFocusable={isBusy}
          onClick={() => void startSignIn()}
        >
          {isBusy ? providerMessages.opening(name) : providerMessages.signIn(name)}
        </Button>
      ) : (
        <Button type="button" size="large" onClick={() => void checkAvailability()}>
          {providerMessages.checkAgain}
        </Button>
      )}
      {hasPasswordForm ? (
        <span>{providerMessages.or}</span>
      ) : (
        <Button type="button" appearance="subtle" onClick={onUsePassword}>
          {providerMessages.emergency}
        </Button>
      )}
    </>
  );
}
