import { Button, Caption1, CloseIcon, makeStyles, tokens } from '@console/shared-ui/basics';
import { memberMessages } from '../../group-data/member-messages';
import { type FlagChange, type MemberWrites, getFlagName } from './use-member-writes';
import type { Selection } from './use-selection';

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

const FLAG_CHANGES: readonly FlagChange[] = [
  { flag: 'real', isSet: true },
  { flag: 'real', isSet: false },
  { flag: 'test', isSet: false },
  { flag: 'test', isSet: true },
];

interface SelectionBarProps {
  selection: Selection;
  /** Number of members of the group. */
  total: number;
  writes: MemberWrites;
  onRemove: () => void;
  onMove: () => void;
  onMoveToNew: () => void;
  onChangeFlag: (flagChange: FlagChange) => void;
}

/** Bar with the actions for the selected members of a group. */
export function SelectionBar({ selection, total, writes, onRemove, onMove, onMoveToNew, onChangeFlag }: SelectionBarProps) {
  const styles = useStyles();
  const { members } = selection;
  const isDisabled = members.length === 0 || writes.isBusy;
  const realMembers = members.filter(({ real }) => real !== null);
  return (
    <div role="group" aria-label={memberMessages.selected(members.length)} className={styles.bar}>
      <span aria-live="polite">{memberMessages.selected(members.length)}</span>
      <Button size="small" disabledFocusable={members.length === total} onClick={selection.selectAll}>
        {memberMessages.selectAll(total)}
      </Button>
      <Button size="small" appearance="subtle" icon={<CloseIcon />} disabledFocusable={isDisabled} onClick={selection.clear}>
        {memberMessages.clear}
      </Button>
      <Button size="small" appearance="primary" disabledFocusable={isDisabled} onClick={onMoveToNew}>
        {memberMessages.moveToNew}
      </Button>
      <Button size="small" disabledFocusable={isDisabled} onClick={onMove}>
        {memberMessages.moveTo}
      </Button>
      <Button size="small" disabledFocusable={isDisabled} onClick={onRemove}>
        {memberMessages.removeSelected}
      </Button>
      {FLAG_CHANGES.map((flagChange) => (
        <Button
          key={getFlagName(flagChange)}
          size="small"
          disabledFocusable={isDisabled || (flagChange.flag === 'real' && realMembers.length === 0)}
          onClick={() => onChangeFlag(flagChange)}
        >
          {getFlagName(flagChange)}
        </Button>
      ))}
      <Caption1>{memberMessages.hint}</Caption1>
    </div>
  );
}
