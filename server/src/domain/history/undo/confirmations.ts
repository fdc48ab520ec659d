import type { ChangedKind } from '@console/shared-contract/api';
import type { NetChangeTable } from './net-change-table';
import { getIdentity, type NetChange } from './net-changes';

/** Kinds of rows with which users confirm their own work. */
const CONFIRMATIONS: readonly ChangedKind[] = ['image_verification', 'similarity_verification', 'item_work'];

/**
 * Selects the changes of a kind that a user may undo. Confirmations of other users are refused: no user can state for another user that an
 * image is verified or an item is done. A confirmation that was deleted together with its image, group or job is restored together with it.
 * Unfinished items that another user gave back are ignored, because the job assigns them again.
 */
export async function selectConfirmations(
  kind: ChangedKind,
  changes: readonly NetChange[],
  { netChanges, userId }: { netChanges: NetChangeTable; userId: string },
): Promise<{ allowed: readonly NetChange[]; refused: readonly NetChange[] }> {
  if (!CONFIRMATIONS.includes(kind)) return { allowed: changes, refused: [] };
  const restoredIds = await netChanges.findDeleted(changes.flatMap((change) => listParents(change)));
  const [allowedChanges, refusedChanges]: [NetChange[], NetChange[]] = [[], []];
  for (const change of changes) {
    const isDeleted = change.effect === 'deleted';
    const isParentRestored = listParents(change).some((id) => restoredIds.has(id));
    const { user_id, model_id } = getCombinedValues(change);
    // An image whose predictions were accepted without a review has a verification, but no user has verified it.
    if (user_id === userId || typeof model_id === 'string' || (isDeleted && isParentRestored)) allowedChanges.push(change);
    else if (!isDeleted || kind !== 'item_work' || change.before.done_at !== null) refusedChanges.push(change);
  }
  return { allowed: allowedChanges, refused: refusedChanges };
}

const getCombinedValues = (change: NetChange) => ({ ...change.before, ...change.after, ...getIdentity(change) });

/** The image, group or job item of a confirmation. */
function listParents(change: NetChange): string[] {
  const { image_id, group_id, item_id } = getCombinedValues(change);
  return [image_id, group_id, item_id].filter((id) => typeof id === 'string');
}
