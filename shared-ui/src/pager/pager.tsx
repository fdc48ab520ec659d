import { Button, Input, makeStyles, tokens } from '@fluentui/react-components';
import { useId, useState, type ReactNode } from 'react';
import { ChevronLeftIcon, ChevronRightIcon } from '../icons';
import { pagerMessages } from './pager-messages';

const useStyles = makeStyles({
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  input: { width: '88px' },
  muted: { color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  total: { marginInlineStart: 'auto' },
  invalid: { color: tokens.colorPaletteRedForeground1, fontSize: tokens.fontSizeBase200 },
});

export interface PagerProps {
  /** Page number, starting at 1. */
  page: number;
  pageSize: number;
  total: number;
  /** Whether there may be more than `total` items, because they were not all counted. */
  isMinimum?: boolean;
  onPageChange: (page: number) => void;
  /** Text for the total number. Default: "12 items". */
  totalText?: string;
  /** Content at the end of the bar, such as an upload button. */
  children?: ReactNode;
}

/** Returns the number of the last page, at least 1. */
export const getLastPage = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize));

/** Page navigation: previous, page number and next. A number beyond the last page shows an error and is ignored. */
export function Pager({
  page,
  pageSize,
  total,
  isMinimum = false,
  onPageChange,
  totalText = isMinimum ? pagerMessages.moreThanItems(total - 1) : pagerMessages.items(total),
  children,
}: PagerProps) {
  const styles = useStyles();
  const hintId = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const lastPage = getLastPage(total, pageSize);
  const target = Number(draft ?? page);
  const isInvalid = !Number.isInteger(target) || target < 1 || target > lastPage;
  const applyDraft = () => {
    if (draft === null || isInvalid) return;
    setDraft(null);
    if (target !== page) onPageChange(target);
  };
  return (
    <div className={styles.bar}>
      <Button
        appearance="subtle"
        icon={<ChevronLeftIcon />}
        aria-label={pagerMessages.previousPage}
        disabledFocusable={page <= 1}
        onClick={() => page > 1 && onPageChange(page - 1)}
      />
      <Input
        className={styles.input}
        type="number"
        min={1}
        max={lastPage}
        aria-label={pagerMessages.pageInput}
        aria-invalid={isInvalid}
        aria-describedby={isInvalid ? hintId : undefined}
        value={draft ?? String(page)}
        onChange={(_, data) => setDraft(data.value)}
        onBlur={applyDraft}
        onKeyDown={(event) => event.key === 'Enter' && applyDraft()}
      />
      <span className={styles.muted}>
        {isMinimum ? pagerMessages.pageOfMoreThan(lastPage - 1) : pagerMessages.pageOf(lastPage)}
      </span>
      <Button
        appearance="subtle"
        icon={<ChevronRightIcon />}
        aria-label={pagerMessages.nextPage}
        disabledFocusable={page >= lastPage}
        onClick={() => page < lastPage && onPageChange(page + 1)}
      />
      {isInvalid && (
        <span id={hintId} role="alert" className={styles.invalid}>
          {isMinimum ? pagerMessages.pageNotCounted(lastPage) : pagerMessages.pageInvalid(lastPage)}
        </span>
      )}
      <span className={`${styles.muted} ${styles.total}`}>{totalText}</span>
      {children}
    </div>
  );
}
