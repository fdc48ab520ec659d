import type { GroupDetail } from '@console/shared-contract/api';
import { AddIcon, Button, makeStyles, TextAreaField, tokens, useUnsavedChanges } from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { useState, type FormEvent } from 'react';
import { type FoundGroup, GroupFinder } from '../forms/group-finder';
import { messages } from '../messages';
import { changeMembers, type MemberKind } from './group.queries';
import { readIds } from './read-ids';

const words = messages.tabs;
const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', alignItems: 'stretch', gap: tokens.spacingVerticalS, maxWidth: '560px' },
});

/** Adds pictures, objects or groups to a group by their ids, of which there may be several; groups by their names too. */
export function AddMembers({ group, kind }: { group: GroupDetail; kind: MemberKind }) {
  const styles = useStyles();
  const [text, setText] = useState('');
  const [found, setFound] = useState<FoundGroup | null>(null);
  const [error, setError] = useState<string>();
  useUnsavedChanges(text.trim() !== '');
  const write = useWrite({
    send: async (ids: string[]) => {
      const answer = await changeMembers('add', group.id, kind, ids);
      return 'added' in answer ? answer.added[kind === 'objects' ? 'detection_objects' : kind].length : ids.length;
    },
    success: (added) => ({ title: words.added, text: added > 0 ? words.addedText : words.nothingNew }),
    failure: words.addFailed,
    changes: () => [{ topic: 'groups', ids: [] }],
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const ids = [...readIds(text), ...(found ? [found.id] : [])];
    setError(ids.length === 0 ? words.noIds : undefined);
    if (ids.length === 0) return;
    const written = await write.send(ids);
    if (!written?.ok) return;
    setText('');
    setFound(null);
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {kind === 'groups' && <GroupFinder chosen={found} onPick={setFound} except={group.id} />}
      <TextAreaField
        label={words.ids[kind]}
        placeholder={words.idsHint}
        value={text}
        error={error}
        onChange={({ target }) => setText(target.value)}
      />
      <div>
        <Button type="submit" icon={<AddIcon />} disabledFocusable={write.isPending}>
          {words.add}
        </Button>
      </div>
    </form>
  );
}
