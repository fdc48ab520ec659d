import type { SimilarItemsProps } from '@console/shared-contract/federation';
import { describeRefusal, useNotify } from '@console/shared-ui/basics';
import { useState } from 'react';
import { changeMembership, refreshGroups } from '../membership/membership.queries';
import { messages } from '../messages';
import type { Found } from './found';
import { SimilarThings } from './similar-things';

const words = messages.similar;

/** The widget `similar-things`. Where the consumer can take it back, a picture or an object joins a group by one press. */
export function SimilarThingsWidget({ subject, onMember, onJoined }: SimilarItemsProps) {
  const notify = useNotify();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const { kind } = subject;
  if (!onMember || (kind !== 'image' && kind !== 'object')) return <SimilarThings subject={subject} />;
  const join = async ({ key, id, name }: Found) => {
    if (busy.has(key)) return;
    setBusy((now) => new Set([...now, key]));
    try {
      const isNew = await changeMembership('add', id, { kind, id: subject.id });
      if (isNew) onMember({ id, name }, true);
      onJoined?.({ id, name });
      notify.success({ title: isNew ? words.joined(name) : words.joinedAlready(name) });
      void refreshGroups();
    } catch (error) {
      notify.danger({ title: words.addFailed, text: describeRefusal(error) });
    } finally {
      setBusy((now) => new Set([...now].filter((other) => other !== key)));
    }
  };
  const action = {
    kinds: ['groups'] as const,
    name: ({ name }: Found) => words.join(name),
    act: (of: Found) => void join(of),
    busy,
  };
  return <SimilarThings subject={subject} action={action} />;
}
