import { Button, makeStyles, SearchBox, tokens } from '@fluentui/react-components';
import { useMemo, useRef, type ReactNode } from 'react';
import { CloseIcon, SearchIcon } from '../icons';
import { messages } from '../messages';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    alignItems: 'center',
    '& > .fui-Select': { maxWidth: 'min(280px, 100%)' },
  },
  search: { flex: '0 1 280px', minWidth: '160px' },
  end: { marginInlineStart: 'auto' },
});

export interface ListBarProps {
  /** What the search looks for: its placeholder and its name. */
  label: string;
  search: string;
  onSearch: (search: string) => void;
  /** With it there is a button, and Enter does the same: who does not want to wait for the hand to rest, or wants the list anew. */
  onSubmit?: () => void;
  /** Filters, after the search. */
  children?: ReactNode;
  /** Puts everything back to its start; offered while something narrows the list. */
  onClear?: () => void;
}

/** Above a list: search, filters, and what takes them all back. */
export function ListBar({ label, search, onSearch, onSubmit, children, onClear }: ListBarProps) {
  const styles = useStyles();
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    // The button goes away with what it took back.
    input.current?.focus();
    onClear?.();
  };
  return (
    <div role="search" className={styles.bar}>
      <SearchBox
        ref={input}
        className={styles.search}
        aria-label={label}
        placeholder={label}
        value={search}
        onChange={(_, data) => onSearch(data.value)}
        onKeyDown={(event) => event.key === 'Enter' && onSubmit?.()}
      />
      {onSubmit && (
        <Button icon={<SearchIcon />} onClick={onSubmit}>
          {messages.search}
        </Button>
      )}
      {children}
      {onClear && (
        <Button appearance="subtle" icon={<CloseIcon />} className={styles.end} onClick={clear}>
          {messages.clearFilters}
        </Button>
      )}
    </div>
  );
}

/** Rows of a list that is all there, by a part of their names, without regard to case; all of them for an empty search. */
export function useNameSearch<Row extends { name: string }>(rows: readonly Row[] | undefined, search: string) {
  const wanted = search.trim().toLocaleLowerCase();
  return useMemo(
    () => (wanted === '' ? rows : rows?.filter(({ name }) => name.toLocaleLowerCase().includes(wanted))),
    [rows, wanted],
  );
}
