import type { Verification } from '@console/shared-contract/api';
import { useSession } from '@console/shared-auth';
import { newShapeId } from '../../editor';
import { useVerifications } from '../image.queries';
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

/** Verifications of the image. One is sent after all work on the image that it vouches for. */
export function useVerification(): VerificationState {
  const { image, outbox } = useScreen();
  const { user } = useSession();
  const { data: list, error, refetch } = useVerifications(image.id);
  const own = list?.find((verification) => verification.user.id === user?.id);
  const enter = (before: Verification | null, after: Verification | null) =>
    void outbox.enterWrite({ kind: 'verification', image: image.id, before, after });
  return {
    list,
    own,
    error,
    retry: refetch,
    verify: () => {
      if (user && !own) enter(null, verificationOf(image.id, user));
    },
    remove: (verification) => enter(verification, null),
  };
}

/** A verification of now, under an id of this browser until the server has it. */
export function verificationOf(image: string, { id, username }: Verification['user']): Verification {
  return { id: newShapeId(), user: { id, username }, image, created: new Date().toISOString() };
}
