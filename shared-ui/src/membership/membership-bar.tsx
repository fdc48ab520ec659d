import type { ReactNode } from 'react';
import { Button, makeStyles, ProgressBar, Switch, Text, tokens } from '@fluentui/react-components';
import { AddIcon, SubtractIcon } from '../icons';
import { messages } from '../messages';
import type { MembershipChangeState } from './use-membership-change';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  count: { minWidth: '84px', fontVariantNumeric: 'tabular-nums' },
  end: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS, marginInlineStart: 'auto' },
  progress: { width: '120px' },
  warning: { color: tokens.colorPaletteDarkOrangeForeground1 },
});

export interface MembershipBarMessages {
  /** Of the switch between what is in and what is not. */
  inTarget: string;
  selected: (count: number) => string;
  adding: (done: number, total: number) => string;
  removing: (done: number, total: number) => string;
  notAll: string;
  cancel: string;
  add: string;
  remove: string;
}

export interface MembershipBarProps {
  /** Name of what is added to. */
  name: string;
  words: MembershipBarMessages;
  inTarget: boolean;
  onInTargetChange: (inTarget: boolean) => void;
  /** Rows that are selected. */
  count: number;
  membership: MembershipChangeState;
  /** Buttons of the selection. */
  children: ReactNode;
}

/** What is selected for something, and what is done with it. */
export function MembershipBar({ name, words, inTarget, onInTargetChange, count, membership, children }: MembershipBarProps) {
  const styles = useStyles();
  const { progress, isIncomplete, stopped, apply, cancel } = membership;
  const isBusy = progress !== null;
  return (
    <div role="group" aria-label={name} className={styles.bar}>
      <Switch
        label={words.inTarget}
        checked={inTarget}
        disabled={isBusy}
        onChange={(_, data) => onInTargetChange(data.checked)}
      />
      <Text role="status" className={styles.count}>
        {words.selected(count)}
      </Text>
      {children}
      <div className={styles.end}>
        {isIncomplete && <Text className={styles.warning}>{words.notAll}</Text>}
        {stopped && (
          <Text role="alert" className={styles.warning}>
            {[messages.membership.reached[stopped.action](stopped.done, stopped.total), stopped.reason].join(' ').trim()}
          </Text>
        )}
        {stopped && count > 0 && <Button onClick={() => apply(stopped.action)}>{messages.membership.continue}</Button>}
        {progress && (
          <>
            <Text role="status">
              {(progress.action === 'add' ? words.adding : words.removing)(progress.done, progress.total)}
            </Text>
            <ProgressBar className={styles.progress} aria-hidden value={progress.done} max={Math.max(1, progress.total)} />
            <Button onClick={cancel}>{words.cancel}</Button>
          </>
        )}
        {/* Pressed, it is shut with what it has done: the focus stays on it all the same. */}
        <Button icon={<SubtractIcon />} disabledFocusable={!inTarget || count === 0 || isBusy} onClick={() => apply('remove')}>
          {words.remove}
        </Button>
        <Button
          appearance="primary"
          icon={<AddIcon />}
          disabledFocusable={inTarget || count === 0 || isBusy}
          onClick={() => apply('add')}
        >
          {words.add}
        </Button>
      </div>
    </div>
  );
}
