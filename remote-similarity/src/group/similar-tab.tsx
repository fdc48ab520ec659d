import { announce } from '@console/shared-auth';
import type { GroupDetail } from '@console/shared-contract/api';
import { useUndoNotice } from '@console/shared-ui/bulk';
import { useWrite } from '@console/shared-ui/pages';
import { useMemo, useState } from 'react';
import { messages } from '../messages';
import { foundKinds, type Found } from '../similar/found';
import { SimilarThings } from '../similar/similar-things';
import { changeMembers } from './group.queries';

const words = messages.similar;
const others = { topic: 'groups', ids: [] } as const;

/** What could belong to a group, added by one press and taken out again by the toast. */
export function SimilarTab({ group }: { group: GroupDetail }) {
  const offerUndo = useUndoNotice();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const adding = useWrite({
    send: ({ kind, id }: Found) => changeMembers('add', group.id, kind, [id]),
    failure: words.addFailed,
    changes: () => [others],
    getKey: ({ key }) => key,
  });
  const add = async (found: Found) => {
    setBusy((now) => new Set([...now, found.key]));
    const written = await adding.send(found);
    setBusy((now) => new Set([...now].filter((key) => key !== found.key)));
    if (!written?.ok) return;
    offerUndo(words.added(found.name), async () => {
      await changeMembers('remove', group.id, found.kind, [found.id]);
      await announce(others);
    });
  };
  const subject = useMemo(() => ({ kind: 'group' as const, id: group.id }), [group.id]);
  const action = { kinds: foundKinds, name: ({ name }: Found) => words.add(name), act: (found: Found) => void add(found), busy };
  return <SimilarThings subject={subject} action={action} />;
}
