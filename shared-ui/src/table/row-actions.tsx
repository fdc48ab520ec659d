import { useRole } from '@console/shared-auth';
import { hasPermission, type Role } from '@console/shared-contract/roles';
import { Button, makeStyles, tokens, useRestoreFocusTarget } from '@fluentui/react-components';
import { useLayoutEffect, useRef } from 'react';
import { useConsoleLink } from '../links/use-console-link';
import { useLazyTooltip } from '../text/lazy-tooltip';
import type { RowAction } from './columns';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    justifyContent: 'flex-end',
    gap: tokens.spacingHorizontalXXS,
    '@media (max-width: 900px)': { flexWrap: 'wrap' },
  },
});

const selectPermitted = (actions: readonly RowAction[], role: Role | null) =>
  actions.filter(({ permission = 'view' }) => permission === 'view' || (role !== null && hasPermission(role, permission)));

/** Width of a button with its gap, in CSS pixels. */
const ACTION_WIDTH = 26;
/** Width of the column title, in CSS pixels. */
const MIN_ACTIONS_WIDTH = 60;
/** Rows whose actions are counted. Counting those of thousands of rows would delay each rendering of the table. */
const COUNTED_ROWS = 200;

/** Returns the width in CSS pixels that the actions of these rows need which the user's role permits. */
export function useActionsWidth<Row>(rows: readonly Row[], rowActions: ((row: Row) => readonly RowAction[]) | undefined): number {
  const role = useRole();
  if (!rowActions) return 0;
  const counts = rows.slice(0, COUNTED_ROWS).map((row) => selectPermitted(rowActions(row), role).length);
  return Math.max(MIN_ACTIONS_WIDTH, ...counts.map((count) => count * ACTION_WIDTH));
}

/** The icon buttons at the end of a row. Clicking them does not click the row. */
export function RowActions({ actions }: { actions: readonly RowAction[] }) {
  const styles = useStyles();
  const permittedActions = selectPermitted(actions, useRole());
  return (
    <div className={styles.bar} onClick={(event) => event.stopPropagation()}>
      {/* Use the index as the key. A button whose label shows a state, such as Train, then keeps the focus when the label changes. */}
      {permittedActions.map((action, index) =>
        action.to === undefined ? (
          <ButtonAction key={index} action={action} />
        ) : (
          <LinkAction key={index} action={action} to={action.to} />
        ),
      )}
    </div>
  );
}

const getAccessibleName = ({ label, rowName }: RowAction) => (rowName === undefined ? label : `${label}: ${rowName}`);

function ButtonAction({ action }: { action: RowAction }) {
  // When a dialog that the button has opened closes, Fluent returns the focus to the button.
  const restoreFocus = useRestoreFocusTarget();
  const { triggers, tooltip } = useLazyTooltip(action.label);
  const ref = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const button = ref.current;
    return () => moveFocusToLastAction(button);
  }, []);
  return (
    <>
      <Button
        ref={ref}
        aria-label={getAccessibleName(action)}
        appearance={action.pressed ? 'primary' : 'subtle'}
        size="small"
        icon={action.icon}
        disabledFocusable={action.disabled}
        aria-pressed={action.pressed}
        onClick={action.onClick}
        {...triggers}
        {...restoreFocus}
      />
      {tooltip}
    </>
  );
}

/**
 * Moves the focus to the last action of the same row when a focused button is removed. For example, the Undo button disappears after an
 * undo.
 */
function moveFocusToLastAction(button: HTMLElement | null): void {
  if (document.activeElement !== button) return;
  const bar = button?.parentElement;
  // Wait for a microtask, because the button is removed only after this effect.
  queueMicrotask(() => {
    if (document.activeElement === document.body) [...(bar?.querySelectorAll<HTMLElement>('button, a') ?? [])].at(-1)?.focus();
  });
}

function LinkAction({ action, to: path }: { action: RowAction; to: string }) {
  const link = useConsoleLink(path, action.newTab ?? false);
  const { triggers, tooltip } = useLazyTooltip(action.label);
  return (
    <>
      <Button
        as="a"
        aria-label={getAccessibleName(action)}
        appearance="subtle"
        size="small"
        icon={action.icon}
        {...link}
        {...triggers}
      />
      {tooltip}
    </>
  );
}
