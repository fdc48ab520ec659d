import { Button, Caption1, CloseIcon, makeStyles, tokens } from '@console/shared-ui/basics';
import { messages } from '../messages';
import { type MemberMark, type MemberWrites, nameOf } from './use-member-writes';
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

const MARKS: readonly MemberMark[] = [
  { flag: 'real', on: true },
  { flag: 'real', on: false },
  { flag: 'test', on: false },
  { flag: 'test', on: true },
];

export interface SelectionBarProps {
  selection: Selection;
  /** Members of the group. */
  total: number;
  writes: MemberWrites;
  onRemove: () => void;
  onMove: () => void;
  onMoveToNew: () => void;
  onMark: (mark: MemberMark) => void;
}

/** What is picked of a group's members, and what is done with it. */
export function SelectionBar({ selection, total, writes, onRemove, onMove, onMoveToNew, onMark }: SelectionBarProps) {
  const styles = useStyles();
  const { members } = selection;
  const none = members.length === 0 || writes.isBusy;
  const pictures = members.filter(({ real }) => real !== null);
  return (
    <div role="group" aria-label={words.selected(members.length)} className={styles.bar}>
      <span aria-live="polite">{words.selected(members.length)}</span>
      <Button size="small" disabledFocusable={members.length === total} onClick={selection.all}>
        {words.selectAll(total)}
      </Button>
      <Button size="small" appearance="subtle" icon={<CloseIcon />} disabledFocusable={none} onClick={selection.clear}>
        {words.clear}
      </Button>
      <Button size="small" appearance="primary" disabledFocusable={none} onClick={onMoveToNew}>
        {words.moveToNew}
      </Button>
      <Button size="small" disabledFocusable={none} onClick={onMove}>
        {words.moveTo}
      </Button>
      <Button size="small" disabledFocusable={none} onClick={onRemove}>
        {words.removeSelected}
      </Button>
      {MARKS.map((mark) => (
        <Button
          key={nameOf(mark)}
          size="small"
          disabledFocusable={none || (mark.flag === 'real' && pictures.length === 0)}
          onClick={() => onMark(mark)}
        >
          {nameOf(mark)}
        </Button>
      ))}
      <Caption1>{words.hint}</Caption1>
    </div>
  );
}
