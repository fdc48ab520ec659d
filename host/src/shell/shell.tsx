import { useSession } from '@console/shared-auth';
import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { LoginPage } from '../login/login-page';
import { returnPath } from '../login/return-path';
import { ConsoleSkeleton } from './console-skeleton';
import { loadConsole } from './load-console';

const Console = lazy(loadConsole);

/** To /login and, unless the person asked to leave, back. */
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
  if (signedIn) return <Navigate to={returnPath(state)} replace />;
  return <LoginPage />;
}

/** Which of the two faces of the console is shown: signed out, only the routed view. */
export function Shell() {
  return (
    <Routes>
      <Route path="/login" element={<Login />} />
      <Route path="*" element={<RequireSession />} />
    </Routes>
  );
}
