import { useSession } from '@console/shared-auth';
import { LINK_PATHS, SIGN_IN_CALLBACK_PATH } from '@console/shared-contract/limits';
import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { LoginPage } from '../login/login-page';
import { getReturnPath } from '../login/return-path';
import { ConsoleSkeleton } from './console-skeleton';
import { loadConsole } from '../console/load-console';

const Console = lazy(loadConsole);
const InvitationPage = lazy(async () => ({ default: (await import('../account-links/invitation-page')).InvitationPage }));
const NewPasswordPage = lazy(async () => ({ default: (await import('../account-links/new-password-page')).NewPasswordPage }));
const ForgotPasswordPage = lazy(async () => ({
  default: (await import('../account-links/forgot-password-page')).ForgotPasswordPage,
}));

const SignInCallbackPage = lazy(async () => ({
  default: (await import('../login/provider/callback-page')).SignInCallbackPage,
}));

/** Renders the console, or redirects to /login. After an unintended end of the session, sign-in returns to this page. */
function RequireSession() {
  const location = useLocation();
  const { signedIn, endedBy } = useSession();
  if (signedIn) {
    return (
      <Suspense fallback={<ConsoleSkeleton />}>
        <Console />
      </Suspense>
    );
  }
  return <Navigate to="/login" replace state={endedBy === 'logout' ? null : { from: location }} />;
}

function Login() {
  const { signedIn } = useSession();
  const { state } = useLocation();
  if (signedIn) return <Navigate to={getReturnPath(state)} replace />;
  return <LoginPage />;
}

/** Pages that work with and without a session. Links in emails and the identity provider open them. */
const linkPages = [
  { path: LINK_PATHS.invitation, Page: InvitationPage },
  { path: LINK_PATHS.password, Page: NewPasswordPage },
  { path: '/forgot-password', Page: ForgotPasswordPage },
  { path: SIGN_IN_CALLBACK_PATH, Page: SignInCallbackPage },
];

/** Routes of the application: the pages that need no session, and the console for signed-in users. */
export function Shell() {
  return (
    <Routes>
      <Route path="/login" element={<Login />} />
      {linkPages.map(({ path, Page }) => (
        <Route
          key={path}
          path={path}
          element={
            <Suspense>
              <Page />
            </Suspense>
          }
        />
      ))}
      <Route path="*" element={<RequireSession />} />
    </Routes>
  );
}
