import {
  Button,
  Caption1,
  makeStyles,
  Menu,
  MenuButton,
  MenuDivider,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  tokens,
} from '@fluentui/react-components';
import { Fragment, useLayoutEffect, useRef, type FocusEvent } from 'react';
import { CloseIcon } from '../icons';
import { bulkMessages } from './bulk-messages';
import { countSelected, type BulkSelection } from '../list-section/list-selection';

const useStyles = makeStyles({
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  // Remove the empty bar from the layout, so that it leaves no gap.
  focusTarget: { outlineStyle: 'none', ':empty': { position: 'absolute' } },
});

/** A menu of changes, for lists with too many changes for a row of buttons. */
export interface BulkMenu<Change extends string> {
  label: string;
  /** Changes before which the menu shows a dividing line. */
  dividersBefore?: readonly Change[];
}

export interface BulkBarProps<Change extends string> {
  selection: BulkSelection;
  /** Number of rows that match the search. */
  total: number;
  /** Name of the rows in the plural, such as `products`. */
  noun: string;
  /** Available changes with the labels of their buttons. */
  changes: readonly { change: Change; label: string }[];
  menu?: BulkMenu<Change>;
  hasRangeSelection?: boolean;
  busy: boolean;
  onChange: (change: Change) => void;
  onSelectAll: () => void;
  onClear: () => void;
}

/** Shows the number of selected rows and actions for these rows. Hidden if no row is selected. */
export function BulkBar<Change extends string>(props: BulkBarProps<Change>) {
  const { selection, total, noun, changes, menu, busy, onChange, onSelectAll, onClear } = props;
  const { hasRangeSelection = true } = props;
  const styles = useStyles();
  const count = countSelected(selection, total);
  const focusTarget = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  const isVisible = count > 0;
  // The clicked button disappears after its action, so move the focus to the bar. Fluent would move the focus to an arbitrary row.
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) focusTarget.current?.focus();
  }, [isVisible, selection.all]);
  const renderBar = () => (
    <div role="group" aria-label={bulkMessages.selected(count)} className={styles.bar}>
      <span aria-live="polite">{bulkMessages.selected(count)}</span>
      {!selection.all && count < total && (
        <Button size="small" onClick={onSelectAll}>
          {bulkMessages.all(total, noun)}
        </Button>
      )}
      <Button size="small" appearance="subtle" icon={<CloseIcon />} onClick={onClear}>
        {bulkMessages.clear}
      </Button>
      {menu ? (
        <ChangeMenu changes={changes} menu={menu} disabled={busy} onChange={onChange} />
      ) : (
        changes.map(({ change, label }) => (
          <Button key={change} size="small" disabled={busy} onClick={() => onChange(change)}>
            {label}
          </Button>
        ))
      )}
      {hasRangeSelection && <Caption1>{bulkMessages.hint}</Caption1>}
    </div>
  );
  return (
    // Receives the focus when the selection is cleared, because the pressed button disappears.
    <div
      ref={focusTarget}
      className={styles.focusTarget}
      tabIndex={-1}
      data-focus-home
      onFocus={() => (hadFocus.current = true)}
      onBlur={({ relatedTarget }: FocusEvent) => (hadFocus.current = relatedTarget === null)}
    >
      {isVisible && renderBar()}
    </div>
  );
}

interface ChangeMenuProps<Change extends string> extends Pick<BulkBarProps<Change>, 'changes' | 'onChange'> {
  menu: BulkMenu<Change>;
  disabled: boolean;
}

function ChangeMenu<Change extends string>({ changes, menu, disabled, onChange }: ChangeMenuProps<Change>) {
  const trigger = useRef<HTMLButtonElement>(null);
  const selectChange = (change: Change) => {
    // When a dialog closes, the focus returns to the element that had it before. The menu item no longer exists then, so first focus
    // the menu button.
    trigger.current?.focus();
    onChange(change);
  };
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <MenuButton ref={trigger} size="small" appearance="primary" disabled={disabled}>
          {menu.label}
        </MenuButton>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {changes.map(({ change, label }) => (
            <Fragment key={change}>
              {menu.dividersBefore?.includes(change) && <MenuDivider />}
              <MenuItem onClick={() => selectChange(change)}>{label}</MenuItem>
            </Fragment>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
