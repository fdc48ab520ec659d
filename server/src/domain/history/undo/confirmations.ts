import type { ChangedKind } from '@console/shared-contract/api';
import { getIdentity, type NetChange } from './net-changes';

/** Kinds that state what their user has done. */
const CONFIRMATIONS: readonly ChangedKind[] = ['image_verification', 'similarity_verification', 'item_work'];

/**
 * Selects the changes of a kind that a user may undo. What another user has confirmed or withdrawn is refused: no user can state
 * for another one that an image is verified or an item is done. A confirmation that was deleted together with its image, group or
 * job comes back with it. Open items that another user gave back are neither allowed nor refused, because the job assigns them again.
 */
export function selectConfirmations(
  kind: ChangedKind,
  changes: readonly NetChange[],
  { all, userId }: { all: ReadonlyMap<ChangedKind, readonly NetChange[]>; userId: string },
): { allowed: readonly NetChange[]; refused: readonly NetChange[] } {
  if (!CONFIRMATIONS.includes(kind)) return { allowed: changes, refused: [] };
  const restored = new Set([...all.values()].flat().flatMap(({ effect, row }) => (effect === 'deleted' ? row : [])));
  const [allowed, refused]: [NetChange[], NetChange[]] = [[], []];
  for (const change of changes) {
    const { user_id: owner, image_id, group_id, item_id } = { ...change.before, ...change.after, ...getIdentity(change) };
    const isDeleted = change.effect === 'deleted';
    const isOfParent = [image_id, group_id, item_id].some((id) => typeof id === 'string' && restored.has(id));
    if (owner === userId || (isDeleted && isOfParent)) allowed.push(change);
    else if (!isDeleted || kind !== 'item_work' || change.before.done_at !== null) refused.push(change);
  }
  return { allowed, refused };
}
