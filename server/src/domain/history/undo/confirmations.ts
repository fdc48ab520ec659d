import type { ChangedKind } from '@console/shared-contract/api';
import type { NetChangeTable } from './net-change-table';
import { getIdentity, type NetChange } from './net-changes';

/** Kinds that state what their user has done. */
const CONFIRMATIONS: readonly ChangedKind[] = ['image_verification', 'similarity_verification', 'item_work'];

/**
 * Selects the changes of a kind that a user may undo. What another user has confirmed or withdrawn is refused: no user can state
 * for another one that an image is verified or an item is done. A confirmation that was deleted together with its image, group or
 * job comes back with it. Open items that another user gave back are neither allowed nor refused, because the job assigns them again.
 */
export async function selectConfirmations(
  kind: ChangedKind,
  changes: readonly NetChange[],
  { all: netChanges, userId }: { all: NetChangeTable; userId: string },
): Promise<{ allowed: readonly NetChange[]; refused: readonly NetChange[] }> {
  if (!CONFIRMATIONS.includes(kind)) return { allowed: changes, refused: [] };
  const restored = await netChanges.findDeleted(changes.flatMap((change) => listParents(change)));
  const [allowed, refused]: [NetChange[], NetChange[]] = [[], []];
  for (const change of changes) {
    const isDeleted = change.effect === 'deleted';
    const isOfParent = listParents(change).some((id) => restored.has(id));
    const { user_id, model_id } = readFields(change);
    // No user has verified an image whose predictions were accepted without a review.
    if (user_id === userId || typeof model_id === 'string' || (isDeleted && isOfParent)) allowed.push(change);
    else if (!isDeleted || kind !== 'item_work' || change.before.done_at !== null) refused.push(change);
  }
  return { allowed, refused };
}

const readFields = (change: NetChange) => ({ ...change.before, ...change.after, ...getIdentity(change) });

/** The image, group or job item of a confirmation. */
function listParents(change: NetChange): string[] {
  const { image_id, group_id, item_id } = readFields(change);
  return [image_id, group_id, item_id].filter((id) => typeof id === 'string');
}
