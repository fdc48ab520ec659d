import { api, useWorkspaceQuery } from '@console/shared-auth';
import type { GroupRow } from '@console/shared-contract/api';
import { Combobox, Field, makeStyles, Option, Thumbnail, tokens, TrainTestBadge } from '@console/shared-ui/basics';
import { useEffect, useState } from 'react';
import { messages } from '../messages';

const words = messages.finder;
/** Groups that are seen at once; typing on finds the others. */
const SHOWN = 12;
/** After the last letter, in milliseconds. */
const REST = 200;

const useStyles = makeStyles({
  box: { width: '100%', minWidth: 0 },
  option: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  text: { minWidth: 0, display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXXS },
  name: {
    overflow: 'hidden',
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    overflowWrap: 'anywhere',
  },
  facts: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  type: { overflowWrap: 'anywhere', color: tokens.colorNeutralForeground3 },
  note: { padding: tokens.spacingHorizontalS, color: tokens.colorNeutralForeground3 },
});

export type FoundGroup = Pick<GroupRow, 'id' | 'name'>;

export interface GroupFinderProps {
  chosen: FoundGroup | null;
  onPick: (group: FoundGroup | null) => void;
  /** Id of a group that is not offered. */
  except?: string;
}

/** One group by a part of its name; its picture is seen before it is chosen. */
export function GroupFinder({ chosen, onPick, except }: GroupFinderProps) {
  const styles = useStyles();
  /** null: nothing is being looked for. */
  const [text, setText] = useState<string | null>(null);
  const groups = useFoundGroups(useRested(text ?? ''), text !== null);
  const offered = (groups.data?.results ?? []).filter(({ id }) => id !== except);
  const left = (groups.data?.count ?? 0) - (groups.data?.results.length ?? 0);
  return (
    <Field label={words.label}>
      <Combobox
        className={styles.box}
        placeholder={words.placeholder}
        autoComplete="off"
        value={text ?? chosen?.name ?? ''}
        selectedOptions={chosen ? [chosen.id] : []}
        onOpenChange={(_, { open }) => setText(open ? '' : null)}
        onChange={({ target }) => setText(target.value)}
        onOptionSelect={(_, { optionValue }) => {
          const picked = offered.find(({ id }) => id === optionValue);
          if (!picked) return;
          onPick(picked);
          setText(null);
        }}
      >
        {offered.map((group) => (
          <Option key={group.id} value={group.id} text={group.name}>
            <span className={styles.option}>
              <Thumbnail src={group.thumb_img_path} alt="" width={48} height={48} cover />
              <span className={styles.text}>
                <span className={styles.name}>{group.name}</span>
                <span className={styles.facts}>
                  <TrainTestBadge test={group.test_group} />
                  <span className={styles.type}>{group.type === null ? '' : (group.type_name ?? messages.unknown)}</span>
                </span>
              </span>
            </span>
          </Option>
        ))}
        {groups.data && offered.length === 0 && <div className={styles.note}>{words.none}</div>}
        {left > 0 && <div className={styles.note}>{words.more(left)}</div>}
      </Combobox>
    </Field>
  );
}

function useFoundGroups(search: string, enabled: boolean) {
  return useWorkspaceQuery({
    key: ['similarity', 'groups', 'found', search],
    load: (scope) =>
      api.call('GET /similarity/training/v2/group/', { query: { search: search || undefined, page_size: SHOWN }, ...scope }),
    enabled,
    placeholderData: (previous) => previous,
  });
}

/** What was typed, once the hand rests. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text.trim()), REST);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
