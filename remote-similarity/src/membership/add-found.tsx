import type { GroupSubject } from '@console/shared-contract/federation';
import { AddIcon, Button, makeStyles, tokens } from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { useState } from 'react';
import { type FoundGroup, GroupFinder } from '../forms/group-finder';
import { messages } from '../messages';
import { changeMembership } from './membership.queries';

const words = messages.membership;
const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', alignItems: 'stretch', gap: tokens.spacingVerticalS, minWidth: 0 },
});

/** The group that something was added to last, in this tab: the next object often joins the same. */
let lastGroup: FoundGroup | null = null;

/** Adds a picture or an object to a group that is found by its name and seen before it is chosen. */
export function AddFound({ subject, onAdded }: { subject: GroupSubject; onAdded: (group: FoundGroup, isNew: boolean) => void }) {
  const styles = useStyles();
  const [found, setFound] = useState<FoundGroup | null>(null);
  const [last, setLast] = useState(lastGroup);
  const write = useWrite({
    send: (group: FoundGroup) => changeMembership('add', group.id, subject),
    success: { title: words.added, text: words.addedText },
    failure: words.addFailed,
  });
  const add = async (group: FoundGroup) => {
    const written = await write.send(group);
    if (!written?.ok) return;
    lastGroup = group;
    setLast(group);
    setFound(null);
    onAdded(group, written.result);
  };
  return (
    <div className={styles.form}>
      <GroupFinder chosen={found} onPick={setFound} />
      {found ? (
        <Button icon={<AddIcon />} disabledFocusable={write.isPending} onClick={() => void add(found)}>
          {words.addFound}
        </Button>
      ) : (
        last && (
          <Button icon={<AddIcon />} disabledFocusable={write.isPending} onClick={() => void add(last)}>
            {words.lastGroup(last.name)}
          </Button>
        )
      )}
    </div>
  );
}
