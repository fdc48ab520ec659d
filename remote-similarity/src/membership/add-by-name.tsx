import type { GroupSubject } from '@console/shared-contract/federation';
import { AddIcon, Button, makeStyles, tokens } from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { useState } from 'react';
import { type GroupReference, GroupFinder } from '@console/shared-ui/choices';
import { membershipMessages } from './membership-messages';
import { changeMembership } from '../group-data/membership.queries';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', alignItems: 'stretch', gap: tokens.spacingVerticalS, minWidth: 0 },
});

/** The last group that received an item in this tab. It is suggested for the next item, which often belongs to the same group. */
let lastGroup: GroupReference | null = null;

/** Finds a group by name and adds an image or object to it. */
export function AddByName({
  subject,
  onAdded,
}: {
  subject: GroupSubject;
  onAdded: (group: GroupReference, isNew: boolean) => void;
}) {
  const styles = useStyles();
  const [selectedGroup, setSelectedGroup] = useState<GroupReference | null>(null);
  const [suggestedGroup, setSuggestedGroup] = useState(lastGroup);
  const write = useWrite({
    send: (group: GroupReference) => changeMembership('add', group.id, subject),
    success: { title: membershipMessages.added, text: membershipMessages.addedText },
    failure: membershipMessages.addFailed,
  });
  const addToGroup = async (group: GroupReference) => {
    const result = await write.send(group);
    if (!result?.ok) return;
    lastGroup = group;
    setSuggestedGroup(group);
    setSelectedGroup(null);
    onAdded(group, result.result);
  };
  return (
    <div className={styles.form}>
      <GroupFinder selected={selectedGroup} onPick={setSelectedGroup} />
      {selectedGroup ? (
        <Button icon={<AddIcon />} disabledFocusable={write.isPending} onClick={() => void addToGroup(selectedGroup)}>
          {membershipMessages.addSelected}
        </Button>
      ) : (
        suggestedGroup && (
          <Button icon={<AddIcon />} disabledFocusable={write.isPending} onClick={() => void addToGroup(suggestedGroup)}>
            {membershipMessages.lastGroup(suggestedGroup.name)}
          </Button>
        )
      )}
    </div>
  );
}
