import type { GroupDetail } from '@console/shared-contract/api';
import { AddIcon, Button, makeStyles, TextAreaField, tokens, useUnsavedChanges } from '@console/shared-ui/basics';
import { parseIds } from '@console/shared-ui/format';
import { useWrite } from '@console/shared-ui/pages';
import { useState, type FormEvent } from 'react';
import { type GroupReference, GroupFinder } from '@console/shared-ui/choices';
import { groupTabMessages } from '../../group-data/group-tab-messages';
import { changeMembers, type MemberKind } from '../../group-data/group.queries';

const tabsMessages = groupTabMessages;
const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', alignItems: 'stretch', gap: tokens.spacingVerticalS, maxWidth: '560px' },
});

/** Form that adds images, objects or groups to a group by one or more ids. Groups can also be found by name. */
export function AddMembers({ group, kind }: { group: GroupDetail; kind: MemberKind }) {
  const styles = useStyles();
  const [text, setText] = useState('');
  const [selectedGroup, setSelectedGroup] = useState<GroupReference | null>(null);
  const [error, setError] = useState<string>();
  useUnsavedChanges(text.trim() !== '');
  const write = useWrite({
    send: async (ids: string[]) => {
      const response = await changeMembers('add', group.id, kind, ids);
      return 'added' in response ? response.added[kind === 'objects' ? 'detection_objects' : kind].length : ids.length;
    },
    success: (addedCount) => ({
      title: tabsMessages.added,
      text: addedCount > 0 ? tabsMessages.addedText : tabsMessages.nothingNew,
    }),
    failure: tabsMessages.addFailed,
    // `changeMembers` has already updated the group in the cache, so `ids` contains no group to refetch.
    changes: () => [{ topic: 'groups', ids: [] }],
  });
  const submitMembers = async (event: FormEvent) => {
    event.preventDefault();
    const ids = [...parseIds(text), ...(selectedGroup ? [selectedGroup.id] : [])];
    setError(ids.length === 0 ? tabsMessages.noIds : undefined);
    if (ids.length === 0) return;
    const result = await write.send(ids);
    if (!result?.ok) return;
    setText('');
    setSelectedGroup(null);
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submitMembers(event)}>
      {kind === 'groups' && <GroupFinder selected={selectedGroup} onPick={setSelectedGroup} excludedId={group.id} />}
      <TextAreaField
        label={tabsMessages.ids[kind]}
        placeholder={tabsMessages.idsHint}
        value={text}
        error={error}
        onChange={({ target }) => setText(target.value)}
      />
      <div>
        <Button type="submit" icon={<AddIcon />} disabledFocusable={write.isPending}>
          {tabsMessages.add}
        </Button>
      </div>
    </form>
  );
}
