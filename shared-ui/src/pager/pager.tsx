import { Button, Input, makeStyles, tokens } from '@fluentui/react-components';
import { useId, useState, type ReactNode } from 'react';
import { ChevronLeftIcon, ChevronRightIcon } from '../icons';
import { messages } from '../messages';

const useStyles = makeStyles({
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  input: { width: '88px' },
  muted: { color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  total: { marginInlineStart: 'auto' },
  invalid: { color: tokens.colorPaletteRedForeground1, fontSize: tokens.fontSizeBase200 },
});

export interface PagerProps {
  /** From 1. */
  page: number;
  pageSize: number;
  total: number;
  onPageChange: (page: number) => void;
  /** The number of all in words; "12 items" unless told. */
  totalText?: string;
  /** What stands at the end of the bar, for example an upload button. */
  children?: ReactNode;
}

export const getLastPage = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize));

/** Previous, page number, next. A number beyond the last page is flagged and leads nowhere. */
export function Pager({ page, pageSize, total, onPageChange, totalText = messages.items(total), children }: PagerProps) {
  const styles = useStyles();
  const hintId = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const last = getLastPage(total, pageSize);
  const wanted = Number(draft ?? page);
  const isInvalid = !Number.isInteger(wanted) || wanted < 1 || wanted > last;
  const take = () => {
    if (draft === null || isInvalid) return;
    setDraft(null);
    if (wanted !== page) onPageChange(wanted);
  };
  return (
    <div className={styles.bar}>
      <Button
        appearance="subtle"
        icon={<ChevronLeftIcon />}
        aria-label={messages.previousPage}
        disabledFocusable={page <= 1}
        onClick={() => page > 1 && onPageChange(page - 1)}
      />
      <Input
        className={styles.input}
        type="number"
        min={1}
        max={last}
        aria-label={messages.pageInput}
        aria-invalid={isInvalid}
        aria-describedby={isInvalid ? hintId : undefined}
        value={draft ?? String(page)}
        onChange={(_, data) => setDraft(data.value)}
        onBlur={take}
        onKeyDown={(event) => event.key === 'Enter' && take()}
      />
      <span className={styles.muted}>{messages.pageOf(last)}</span>
      <Button
        appearance="subtle"
        icon={<ChevronRightIcon />}
        aria-label={messages.nextPage}
        disabledFocusable={page >= last}
        onClick={() => page < last && onPageChange(page + 1)}
      />
      {isInvalid && (
        <span id={hintId} role="alert" className={styles.invalid}>
          {messages.pageInvalid(last)}
        </span>
      )}
      <span className={`${styles.muted} ${styles.total}`}>{totalText}</span>
      {children}
    </div>
  );
}
