import { MAX_IDS_PER_CALL } from '@console/shared-contract/limits';
import { Button, Caption1, makeStyles, tokens } from '@fluentui/react-components';
import { useLayoutEffect, useRef, type FocusEvent } from 'react';
import { CloseIcon } from '../icons';
import { messages } from '../messages';

const bulkMessages = messages.bulk;
const useStyles = makeStyles({
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  // Out of the flow while nothing is in it, so that no gap is left for it.
  home: { outlineStyle: 'none', ':empty': { position: 'absolute' } },
});

/** The rows that are picked, over all pages, until cleared; `all`: all that match the search. */
export interface BulkSelection {
  ids: ReadonlySet<string>;
  all: boolean;
}
export const EMPTY_SELECTION: BulkSelection = { ids: new Set(), all: false };

/** How many rows that is. */
export const countSelected = (selection: BulkSelection, total: number) => (selection.all ? total : selection.ids.size);

export interface BulkBarProps<Change extends string> {
  selection: BulkSelection;
  /** Rows that match. */
  total: number;
  /** What the rows are called, such as `products`. */
  noun: string;
  /** What can be done with them, with the bulkMessages of its button. */
  changes: readonly { change: Change; label: string }[];
  busy: boolean;
  /** All that match are changed in parts (`changeInParts`), however many they are; else no more than one call may change. */
  isBatched?: boolean;
  onChange: (change: Change) => void;
  onSelectAll: () => void;
  onClear: () => void;
}

/** How many rows are picked, the way to all that match, and what is done with them. Nothing is picked: nothing is drawn. */
export function BulkBar<Change extends string>(props: BulkBarProps<Change>) {
  const { selection, total, noun, changes, busy, isBatched: inParts = false, onChange, onSelectAll, onClear } = props;
  const styles = useStyles();
  const count = countSelected(selection, total);
  const most = inParts ? Infinity : MAX_IDS_PER_CALL;
  const home = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  const isDrawn = count > 0;
  // A button goes away with what it did, and the focus with it; Fluent would give that to some row before a dialog's end does.
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) home.current?.focus();
  }, [isDrawn, selection.all]);
  const bar = () => (
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
      {changes.map(({ change, label }) => (
        <Button key={change} size="small" disabled={busy || count > most} onClick={() => onChange(change)}>
          {label}
        </Button>
      ))}
      <Caption1>{total > most ? bulkMessages.tooMany(most, noun) : bulkMessages.hint}</Caption1>
    </div>
  );
  return (
    // The buttons go away with what was picked; the focus stays in their place, above the list.
    <div
      ref={home}
      className={styles.home}
      tabIndex={-1}
      data-focus-home
      onFocus={() => (hadFocus.current = true)}
      onBlur={({ relatedTarget }: FocusEvent) => (hadFocus.current = relatedTarget === null)}
    >
      {isDrawn && bar()}
    </div>
  );
}
