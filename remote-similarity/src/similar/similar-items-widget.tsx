import { useCanCall } from '@console/shared-auth';
import type { SimilarItemsProps } from '@console/shared-contract/federation';
import { useWrite } from '@console/shared-ui/pages';
import { changeMembership } from '../group-data/membership.queries';
import { similarMessages } from './similar-messages';
import type { SimilarItem } from './similar-items';
import { SimilarPanel } from './similar-panel';

/**
 * The widget `similar-things`. If the page passes `onMember`, an image or object can be added to a similar group. The page then records the
 * change for undo.
 */
export function SimilarItemsWidget({ subject, onMember, onJoined }: SimilarItemsProps) {
  const { kind } = subject;
  const isPermitted = useCanCall<'POST /similarity/training/v2/group/{id}/add-images'>('annotate');
  const canJoin = isPermitted && onMember !== undefined && (kind === 'image' || kind === 'object');
  const addition = useWrite({
    send: async ({ id }: SimilarItem) => canJoin && changeMembership('add', id, { kind, id: subject.id }),
    success: (wasAdded, { name }) => ({ title: wasAdded ? similarMessages.joined(name) : similarMessages.joinedAlready(name) }),
    failure: similarMessages.addFailed,
    changes: () => [{ topic: 'groups' }],
    getKey: ({ key }) => key,
  });
  if (!canJoin) return <SimilarPanel subject={subject} />;
  const addToGroup = async (group: SimilarItem) => {
    const { id, name } = group;
    const result = await addition.send(group);
    if (!result?.ok) return;
    if (result.result) onMember({ id, name }, true);
    onJoined?.({ id, name });
  };
  const action = {
    kinds: ['groups'] as const,
    getName: ({ name }: SimilarItem) => similarMessages.join(name),
    run: (group: SimilarItem) => void addToGroup(group),
    isBusy: addition.isPendingFor,
  };
  return <SimilarPanel subject={subject} action={action} />;
}
