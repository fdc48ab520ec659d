import type { Verification } from '@console/shared-contract/api';
import { useSession } from '@console/shared-auth';
import { useEffect, useRef } from 'react';
import { newShapeId } from '../../editor';
import { useVerifications } from '../image.queries';
import { usePlace } from '../prelabel/use-place';
import { forgetVerified, rememberVerified } from '../prelabel/verified-images';
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
  const { image, editor, outbox } = useScreen();
  const place = usePlace();
  const { user } = useSession();
  const { data: list, error, refetch } = useVerifications(image.id);
  const own = list?.find((verification) => verification.user.id === user?.id);
  const enter = (before: Verification | null, after: Verification | null) =>
    void outbox.enterWrite({ kind: 'verification', image: image.id, before, after });
  // An undo comes later, when the server has given it another id.
  const latest = useRef(own);
  useEffect(() => {
    latest.current = own;
  });
  const give = () => {
    if (!user || latest.current) return;
    rememberVerified(place, image.id);
    enter(null, verificationOf(image.id, user));
  };
  const takeBack = () => {
    if (!latest.current) return;
    forgetVerified(place, image.id);
    enter(latest.current, null);
  };
  return {
    list,
    own,
    error,
    retry: refetch,
    verify: () => {
      if (own) return;
      give();
      editor.recordOutside({ undo: takeBack, redo: give });
    },
    // Of another person it is theirs to give again.
    remove: (verification) => {
      if (verification.id !== own?.id) return enter(verification, null);
      takeBack();
      editor.recordOutside({ undo: give, redo: takeBack });
    },
  };
}

/** A verification of now, under an id of this browser until the server has it. */
export function verificationOf(image: string, { id, username }: Verification['user']): Verification {
  return { id: newShapeId(), user: { id, username }, image, created: new Date().toISOString() };
}
