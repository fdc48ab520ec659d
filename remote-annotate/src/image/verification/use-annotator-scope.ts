import { useSession } from '@console/shared-auth';
import { useMemo } from 'react';
import { useScreen } from '../context/screen-context';
import type { AnnotatorScope } from './verified-images';

/** Returns the current user, workspace and job. */
export function useAnnotatorScope(): AnnotatorScope {
  const { user } = useSession();
  const { image, job } = useScreen();
  const { workspace } = image;
  return useMemo(() => ({ user: user?.id ?? '', workspace, job: job?.id }), [user?.id, workspace, job?.id]);
}
