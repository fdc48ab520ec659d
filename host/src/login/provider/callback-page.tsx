import { api, startSessionWithTokens } from '@console/shared-auth';
import { Button, MessageBar, MessageBarBody, SkeletonRows } from '@console/shared-ui/core';
import { useEffect, useRef, useState } from 'react';
import { parsePath, useLocation, useNavigate } from 'react-router-dom';
import { LoginFrame } from '../login-frame';
import { describeProviderFailure } from './describe-provider-failure';
import { providerMessages } from './provider-messages';
import { readReturnPath } from './return-path-store';

/** The page to which the identity provider returns the user. It finishes the sign-in and opens the requested page. */
export function SignInCallbackPage() {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  const isStarted = useRef(false);
  useEffect(() => {
    // Run once: the code in the query can be used only once.
    if (isStarted.current) return;
    isStarted.current = true;
    const finishSignIn = async () => {
      await navigate(pathname, { replace: true });
      if (search === '') return setFailure(providerMessages.incomplete);
      try {
        await startSessionWithTokens(await api.call('POST /account/v2/oidc/finish', { body: { query: search.slice(1) } }));
        await navigate(readReturnPath(), { replace: true });
      } catch (error) {
        setFailure(describeProviderFailure(error));
      }
    };
    void finishSignIn();
  }, [navigate, pathname, search]);
  return (
    <LoginFrame title={providerMessages.title}>
      {failure === null ? (
        <SkeletonRows rows={2} label={providerMessages.finishing} />
      ) : (
        <>
          <MessageBar intent="error" role="alert">
            <MessageBarBody>{failure}</MessageBarBody>
          </MessageBar>
          <Button
            type="button"
            appearance="primary"
            size="large"
            autoFocus
            onClick={() => void navigate('/login', { state: { from: parsePath(readReturnPath()) } })}
          >
            {providerMessages.back}
          </Button>
        </>
      )}
    </LoginFrame>
  );
}
