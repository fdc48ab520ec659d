import { Button, makeStyles, SearchBox, tokens } from '@fluentui/react-components';
import { useMemo, useRef, type ReactNode } from 'react';
import { CloseIcon, SearchIcon } from '../icons';
import { listSectionMessages } from './list-section-messages';

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
  /** Placeholder and accessible name of the search field. */
  label: string;
  search: string;
  onSearch: (search: string) => void;
  /** If set, a Search button is shown. The button and Enter search without waiting for a pause in typing. */
  onSubmit?: () => void;
  /** Filters, after the search. */
  children?: ReactNode;
  /** Set this while the list is filtered. The button "Clear filters" is then shown and calls this function. */
  onClear?: () => void;
}

/** The bar above a list: search, filters and a button that clears them. */
export function ListBar({ label, search, onSearch, onSubmit, children, onClear }: ListBarProps) {
  const styles = useStyles();
  const input = useRef<HTMLInputElement>(null);
  const clearAndFocus = () => {
    // The button "Clear filters" disappears when it is pressed, so move the focus to the search field.
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
          {listSectionMessages.search}
        </Button>
      )}
      {children}
      {onClear && (
        <Button appearance="subtle" icon={<CloseIcon />} className={styles.end} onClick={clearAndFocus}>
          {listSectionMessages.clearFilters}
        </Button>
      )}
    </div>
  );
}

/** Filters loaded rows by a part of their names, ignoring case. An empty search returns all rows. */
export function useNameSearch<Row extends { id: string; name?: string }>(rows: readonly Row[] | undefined, search: string) {
  const query = search.trim().toLocaleLowerCase();
  return useMemo(
    () => (query === '' ? rows : rows?.filter(({ name = '' }) => name.toLocaleLowerCase().includes(query))),
    [rows, query],
  );
}
