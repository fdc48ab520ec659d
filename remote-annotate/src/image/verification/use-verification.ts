import type { Verification } from '@console/shared-contract/api';
import { useSession } from '@console/shared-auth';
import { newShapeId } from '../../editor';
import type { Write } from '../../outbox';
import { toUndoStep } from '../history/external-effects';
import { useVerifications } from '../data/image.queries';
import { useAnnotatorScope } from './use-annotator-scope';
import { removeVerified, rememberVerified } from './verified-images';
import { useScreen } from '../context/screen-context';

/** The verification of an image by the current user. Null if there is none; undefined while the verifications load. */
export function useOwnVerification(imageId: string): Verification | null | undefined {
  const { user } = useSession();
  const verifications = useVerifications(imageId).data;
  return (
    verifications && (verifications.find((verification) => verification.user.id === user?.id && !verification.model) ?? null)
  );
}

/** The verifications of the image, with functions that change them. */
interface VerificationState {
  list: readonly Verification[] | undefined;
  /** The verification by the current user. */
  ownVerification: Verification | null | undefined;
  error: unknown;
  retry: () => void;
  /** With `statesEmpty`, states that there is nothing to annotate, and replaces an existing verification by the user. */
  verify: (statesEmpty?: boolean) => void;
  remove: (verification: Verification) => void;
}

/**
 * Returns the verifications of the image with functions that change them. A verification is sent after all earlier changes of the image.
 */
export function useVerification(): VerificationState {
  const { image, editor, outbox } = useScreen();
  const scope = useAnnotatorScope();
  const { user } = useSession();
  const { data: list, error, refetch } = useVerifications(image.id);
  const ownVerification = useOwnVerification(image.id);
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
    verify: (statesEmpty = false) => {
      if ((ownVerification && !statesEmpty) || !user) return;
      rememberVerified(scope, image.id);
      const removal = ownVerification ? [enterVerification(ownVerification, null)] : [];
      const write = enterVerification(null, createVerification(image.id, user, statesEmpty));
      editor.document.recordExternalStep(toUndoStep([...removal, write]));
    },
    // Record an undo step only for the user's own verification. Verifications by other users cannot be restored.
    remove: (verification) => {
      const write = enterVerification(verification, null);
      if (verification.id !== ownVerification?.id) return;
      removeVerified(scope, image.id);
      editor.document.recordExternalStep(toUndoStep([write]));
    },
  };
}

/** Creates a verification with a local id, which the server replaces. */
export function createVerification(imageId: string, { id, username }: Verification['user'], statesEmpty = false): Verification {
  const verification = { id: newShapeId(), user: { id, username }, image: imageId, created: new Date().toISOString() };
  return statesEmpty ? { ...verification, nothing_to_annotate: true } : verification;
}
