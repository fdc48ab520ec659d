import { Button, Caption1, CloseIcon, makeStyles, tokens } from '@console/shared-ui/basics';
import { messages } from '../messages';
import type { MemberWrites } from './use-member-writes';
import type { Selection } from './use-selection';

const words = messages.members;
const useStyles = makeStyles({
  bar: {
    position: 'sticky',
    top: 0,
    zIndex: 4,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: tokens.spacingHorizontalS,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
});

export interface SelectionBarProps {
  selection: Selection;
  /** Members of the group. */
  total: number;
  writes: MemberWrites;
  onRemove: () => void;
  onMove: () => void;
  onMoveToNew: () => void;
}

/** What is picked of a group's members, and what is done with it. */
export function SelectionBar({ selection, total, writes, onRemove, onMove, onMoveToNew }: SelectionBarProps) {
  const styles = useStyles();
  const { members } = selection;
  const none = members.length === 0 || writes.isBusy;
  const pictures = members.filter(({ real }) => real !== null);
  return (
    <div role="group" aria-label={words.selected(members.length)} className={styles.bar}>
      <span aria-live="polite">{words.selected(members.length)}</span>
      <Button size="small" disabled={members.length === total} onClick={selection.all}>
        {words.selectAll(total)}
      </Button>
      <Button size="small" appearance="subtle" icon={<CloseIcon />} disabled={none} onClick={selection.clear}>
        {words.clear}
      </Button>
      <Button size="small" appearance="primary" disabled={none} onClick={onMoveToNew}>
        {words.moveToNew}
      </Button>
      <Button size="small" disabled={none} onClick={onMove}>
        {words.moveTo}
      </Button>
      <Button size="small" disabled={none} onClick={onRemove}>
        {words.removeSelected}
      </Button>
      {([true, false] as const).map((real) => (
        <Button
          key={`real ${real}`}
          size="small"
          disabled={none || pictures.length === 0}
          onClick={() => writes.setReal(pictures, real)}
        >
          {real ? 'REAL' : 'PRODUCT'}
        </Button>
      ))}
      {([false, true] as const).map((test) => (
        <Button key={`test ${test}`} size="small" disabled={none} onClick={() => writes.setTest(members, test)}>
          {test ? 'TEST' : 'TRAIN'}
        </Button>
      ))}
      <Caption1>{words.hint}</Caption1>
    </div>
  );
}
