import { useSession } from '@console/shared-auth';
import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { LoginPage } from '../login/login-page';
import { getReturnPath } from '../login/return-path';
import { ConsoleSkeleton } from './console-skeleton';
import { loadConsole } from '../console/load-console';

const Console = lazy(loadConsole);

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

/** Routes between the sign-in page and the console. */
export function Shell() {
  return (
    <Routes>
      <Route path="/login" element={<Login />} />
      <Route path="*" element={<RequireSession />} />
    </Routes>
  );
}
