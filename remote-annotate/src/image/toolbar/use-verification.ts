import type { Verification } from '@console/shared-contract/api';
import { api, ApiError, invalidateWorkspace, useSession } from '@console/shared-auth';
import { useNotify } from '@console/shared-ui/basics';
import { useEffect } from 'react';
import { messages } from '../../messages';
import { newShapeId } from '../../editor';
import { isShapeEntry, storedCall } from '../../outbox';
import { patchImage, patchVerifications, refreshElsewhere, useVerifications } from '../image.queries';
import { useScreen } from '../screen-context';

export interface VerificationState {
  list: readonly Verification[] | undefined;
  /** The caller's own, if they have verified the image. */
  own: Verification | undefined;
  error: unknown;
  retry: () => void;
  verify: () => void;
  remove: (verification: Verification) => void;
}

/** Verifications of the image. A verification is sent after the strokes that it vouches for, through the outbox. */
export function useVerification(): VerificationState {
  const { image, outbox } = useScreen();
  const { user } = useSession();
  const notify = useNotify();
  const verifications = useVerifications(image.id);
  const list = verifications.data;
  const own = list?.find((verification) => verification.user.id === user?.id);

  useEffect(
    () =>
      outbox.onEvent((event) => {
        if (
          event.type !== 'answered' ||
          event.imageId !== image.id ||
          isShapeEntry(event.entry) ||
          !event.entry.call.key.includes('/verification/')
        )
          return;
        void invalidateWorkspace('verifications', image.id);
        refreshElsewhere();
      }),
    [outbox, image.id],
  );

  const show = (change: (now: Verification[]) => Verification[], by: 1 | -1) => {
    patchVerifications(image.id, change);
    patchImage(image.id, (now) => ({ ...now, verificationsCount: Math.max(0, now.verificationsCount + by) }));
  };

  const verify = () => {
    if (!user || own) return;
    const shown: Verification = {
      id: newShapeId(),
      user: { id: user.id, username: user.username },
      image: image.id,
      created: new Date().toISOString(),
    };
    show((now) => [shown, ...now], 1);
    void outbox.enterCall({
      imageId: image.id,
      call: storedCall('POST /annotate/v2/verification/', undefined, { user: user.id, image_id: image.id }),
      title: messages.verifications.title,
      coalesceKey: 'verify',
    });
  };

  const remove = (verification: Verification) => {
    show((now) => now.filter(({ id }) => id !== verification.id), -1);
    api
      .call('DELETE /annotate/v2/verification/{id}', { params: { id: verification.id }, workspace: image.workspace })
      .catch((error: unknown) => {
        // Somebody else has removed it already: that is what was asked for.
        if (error instanceof ApiError && error.status === 404) return;
        notify.danger({ title: messages.image.unverifyFailed, text: error instanceof ApiError ? error.detail : undefined });
      })
      .finally(() => {
        void invalidateWorkspace('verifications', image.id);
        void invalidateWorkspace('image', image.id);
        refreshElsewhere();
      });
  };

  return { list, own, error: verifications.error, retry: () => void verifications.refetch(), verify, remove };
}
