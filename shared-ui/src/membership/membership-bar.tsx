import { usePermission } from '@console/shared-auth';
import type { ReactNode } from 'react';
import { Button, makeStyles, ProgressBar, Switch, Text, tokens } from '@fluentui/react-components';
import { AddIcon, SubtractIcon } from '../icons';
import { membershipMessages } from './membership-messages';
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
  /** Label of the switch between the members of the job or task and the rows that are not members. */
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
  /** Name of the job or task to which rows are added. */
  name: string;
  messages: MembershipBarMessages;
  /** Whether the list shows the members of the job or task. Otherwise, it shows the rows that are not members. */
  inTarget: boolean;
  onInTargetChange: (inTarget: boolean) => void;
  /** Number of selected rows. */
  count: number;
  membership: MembershipChangeState;
  /** Buttons that select rows or clear the selection. */
  children: ReactNode;
}

/**
 * Shows the number of selected rows, and buttons that add these rows to a job or task or remove them. Users who may not manage the
 * workspace can only switch between members and rows that are not members.
 */
export function MembershipBar({ name, messages, inTarget, onInTargetChange, count, membership, children }: MembershipBarProps) {
  const styles = useStyles();
  const canChange = usePermission('manage');
  const { progress, isIncomplete, stopped, apply, cancel } = membership;
  const isBusy = progress !== null;
  return (
    <div role="group" aria-label={name} className={styles.bar}>
      <Switch
        label={messages.inTarget}
        checked={inTarget}
        disabled={isBusy}
        onChange={(_, data) => onInTargetChange(data.checked)}
      />
      {canChange && (
        <>
          <Text role="status" className={styles.count}>
            {messages.selected(count)}
          </Text>
          {children}
          <div className={styles.end}>
            {isIncomplete && <Text className={styles.warning}>{messages.notAll}</Text>}
            {stopped && (
              <Text role="alert" className={styles.warning}>
                {[membershipMessages.reached[stopped.action](stopped.done, stopped.total), stopped.reason].join(' ').trim()}
              </Text>
            )}
            {stopped && count > 0 && <Button onClick={() => apply(stopped.action)}>{membershipMessages.continue}</Button>}
            {progress && (
              <>
                <Text role="status">
                  {(progress.action === 'add' ? messages.adding : messages.removing)(progress.done, progress.total)}
                </Text>
                <ProgressBar className={styles.progress} aria-hidden value={progress.done} max={Math.max(1, progress.total)} />
                <Button onClick={cancel}>{messages.cancel}</Button>
              </>
            )}
            {/* `disabledFocusable` lets the button keep the focus when it is disabled after its action. */}
            <Button
              icon={<SubtractIcon />}
              disabledFocusable={!inTarget || count === 0 || isBusy}
              onClick={() => apply('remove')}
            >
              {messages.remove}
            </Button>
            <Button
              appearance="primary"
              icon={<AddIcon />}
              disabledFocusable={inTarget || count === 0 || isBusy}
              onClick={() => apply('add')}
            >
              {messages.add}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
