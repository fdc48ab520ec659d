import type { Verification } from '@console/shared-contract/api';
import { useSession } from '@console/shared-auth';
import { newShapeId } from '../../editor';
import type { Write } from '../../outbox';
import { toUndoStep } from '../history/outside-work';
import { useVerifications } from '../image.queries';
import { useAnnotatorScope } from '../prelabel/use-annotator-scope';
import { removeVerified, rememberVerified } from '../prelabel/verified-images';
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
  const place = useAnnotatorScope();
  const { user } = useSession();
  const { data: list, error, refetch } = useVerifications(image.id);
  const own = list?.find((verification) => verification.user.id === user?.id);
  const enter = (before: Verification | null, after: Verification | null) => {
    const write: Write = { kind: 'verification', image: image.id, before, after };
    void outbox.enterWrite(write);
    return write;
  };
  return {
    list,
    own,
    error,
    retry: refetch,
    verify: () => {
      if (own || !user) return;
      rememberVerified(place, image.id);
      editor.recordOutside(toUndoStep([enter(null, createVerification(image.id, user))]));
    },
    // Of another person it is theirs to give again.
    remove: (verification) => {
      const write = enter(verification, null);
      if (verification.id !== own?.id) return;
      removeVerified(place, image.id);
      editor.recordOutside(toUndoStep([write]));
    },
  };
}

/** A verification of now, under an id of this browser until the server has it. */
export function createVerification(image: string, { id, username }: Verification['user']): Verification {
  return { id: newShapeId(), user: { id, username }, image, created: new Date().toISOString() };
}
