import type { SimilarItemsProps } from '@console/shared-contract/federation';
import { describeRefusal, useNotify } from '@console/shared-ui/basics';
import { useState } from 'react';
import { changeMembership, refreshGroups } from '../group-data/membership.queries';
import { messages } from '../messages';
import type { SimilarItem } from './similar-items';
import { SimilarPanel } from './similar-panel';

const similarMessages = messages.similar;

/**
 * The widget `similar-things`. An image or object can be added to a similar group if the page passes
 * `onMember`, with which it records the change for undo.
 */
export function SimilarItemsWidget({ subject, onMember, onJoined }: SimilarItemsProps) {
  const notify = useNotify();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const { kind } = subject;
  if (!onMember || (kind !== 'image' && kind !== 'object')) return <SimilarPanel subject={subject} />;
  const join = async ({ key, id, name }: SimilarItem) => {
    if (busy.has(key)) return;
    setBusy((current) => new Set([...current, key]));
    try {
      const wasAdded = await changeMembership('add', id, { kind, id: subject.id });
      if (wasAdded) onMember({ id, name }, true);
      onJoined?.({ id, name });
      notify.success({ title: wasAdded ? similarMessages.joined(name) : similarMessages.joinedAlready(name) });
      void refreshGroups();
    } catch (error) {
      notify.danger({ title: similarMessages.addFailed, text: describeRefusal(error) });
    } finally {
      setBusy((current) => new Set([...current].filter((other) => other !== key)));
    }
  };
  const action = {
    kinds: ['groups'] as const,
    name: ({ name }: SimilarItem) => similarMessages.join(name),
    run: (item: SimilarItem) => void join(item),
    busy,
  };
  return <SimilarPanel subject={subject} action={action} />;
}
