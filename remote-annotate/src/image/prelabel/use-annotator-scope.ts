import { useSession } from '@console/shared-auth';
import { useMemo } from 'react';
import { useScreen } from '../screen-context';
import type { AnnotatorScope } from './verified-images';

/** Where the person on the image screen works. */
export function useAnnotatorScope(): AnnotatorScope {
  const { user } = useSession();
  const { image, job } = useScreen();
  const { workspace } = image;
  return useMemo(() => ({ user: user?.id ?? '', workspace, job: job?.id }), [user?.id, workspace, job?.id]);
}
