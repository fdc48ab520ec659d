import type { Verification } from '@console/shared-contract/api';
import { useSession } from '@console/shared-auth';
import { newShapeId } from '../../editor';
import type { Write } from '../../outbox';
import { toUndoStep } from '../history/external-effects';
import { useVerifications } from '../data/image.queries';
import { useAnnotatorScope } from './use-annotator-scope';
import { removeVerified, rememberVerified } from './verified-images';
import { useScreen } from '../context/screen-context';

/** The verifications of the image, with functions that change them. */
export interface VerificationState {
  list: readonly Verification[] | undefined;
  /** The verification of the current user, if there is one. */
  ownVerification: Verification | undefined;
  error: unknown;
  retry: () => void;
  verify: () => void;
  remove: (verification: Verification) => void;
}

/** Verifications of the image. A verification is sent after all earlier changes of the image. */
export function useVerification(): VerificationState {
  const { image, editor, outbox } = useScreen();
  const scope = useAnnotatorScope();
  const { user } = useSession();
  const { data: list, error, refetch } = useVerifications(image.id);
  const ownVerification = list?.find((verification) => verification.user.id === user?.id);
  const enterVerification = (before: Verification | null, after: Verification | null) => {
    const write: Write = { kind: 'verification', image: image.id, before, after };
    void outbox.enterWrite(write);
    return write;
  };
  return {
    list,
    ownVerification,
    error,
    retry: refetch,
    verify: () => {
      if (ownVerification || !user) return;
      rememberVerified(scope, image.id);
      editor.document.recordExternalStep(toUndoStep([enterVerification(null, createVerification(image.id, user))]));
    },
    // Undo does not restore a verification of another user.
    remove: (verification) => {
      const write = enterVerification(verification, null);
      if (verification.id !== ownVerification?.id) return;
      removeVerified(scope, image.id);
      editor.document.recordExternalStep(toUndoStep([write]));
    },
  };
}

/** Creates a verification with a local id, which the server replaces. */
export function createVerification(image: string, { id, username }: Verification['user']): Verification {
  return { id: newShapeId(), user: { id, username }, image, created: new Date().toISOString() };
}
