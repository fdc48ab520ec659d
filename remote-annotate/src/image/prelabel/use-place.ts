import { useSession } from '@console/shared-auth';
import { useMemo } from 'react';
import { useScreen } from '../screen-context';
import type { Place } from './verified-images';

/** Where the person on the image screen works. */
export function usePlace(): Place {
  const { user } = useSession();
  const { image, job } = useScreen();
  const { workspace } = image;
  return useMemo(() => ({ user: user?.id ?? '', workspace, job: job?.id }), [user?.id, workspace, job?.id]);
}
