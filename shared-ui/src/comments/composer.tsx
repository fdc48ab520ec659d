import { Button, makeStyles, mergeClasses, Textarea, tokens, Tooltip, useId } from '@fluentui/react-components';
import type { UserReference } from '@console/shared-contract/api';
import { MAX_COMMENT_LENGTH } from '@console/shared-contract/limits';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { MentionIcon } from '../icons';
import { commentMessages as texts } from './comment-messages';
import { findMembers, findMentionSearch, toEditedText, toStoredText } from './mentions';
import { useMentionableMembers } from './comments.queries';
import { useDraft } from './use-draft';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, position: 'relative' },
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  end: { marginInlineStart: 'auto', display: 'flex', gap: tokens.spacingHorizontalXS },
  options: {
    listStyleType: 'none',
    margin: 0,
    padding: tokens.spacingVerticalXS,
    maxHeight: '200px',
    overflowY: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow8,
  },
  option: {
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    borderRadius: tokens.borderRadiusSmall,
    overflowWrap: 'anywhere',
    cursor: 'pointer',
  },
  active: { backgroundColor: tokens.colorNeutralBackground1Hover, outline: `2px solid ${tokens.colorStrokeFocus2}` },
});

const NO_USERS: readonly UserReference[] = [];

export interface ComposerProps {
  label: string;
  placeholder: string;
  /** Identifies the draft that is stored until the comment is sent. */
  draftKey: string;
  submitLabel: string;
  /** The stored text of the comment that is edited. */
  initial?: string;
  /** Users whom that text mentions. */
  mentions?: readonly UserReference[];
  /** Returns whether the text was saved. The draft is then deleted. */
  onSubmit: (text: string) => Promise<boolean>;
  onCancel?: () => void;
  /** Takes the focus when this value changes and is not null. */
  focusKey?: string | null;
  /** Shown above the text, for example what the comment is about. */
  children?: ReactNode;
}

/** A text field for a comment, with a list of members after `@`. Ctrl+Enter sends. */
export function Composer({
  label,
  placeholder,
  draftKey,
  submitLabel,
  initial = '',
  mentions = NO_USERS,
  ...props
}: ComposerProps) {
  const { onSubmit, onCancel, focusKey = null, children } = props;
  const styles = useStyles();
  const [text, setText] = useDraft(draftKey, toEditedText(initial, mentions));
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const [isSending, setSending] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const pendingCaret = useRef<number | null>(null);
  // Before the next key, which would otherwise be entered at the end of the text.
  useLayoutEffect(() => {
    const position = pendingCaret.current;
    if (position === null) return;
    pendingCaret.current = null;
    area.current?.focus();
    area.current?.setSelectionRange(position, position);
  });
  const listId = useId('members');
  const members = useMentionableMembers(text.includes('@'));
  const search = caret === null ? null : findMentionSearch(text, caret);
  const matches = search ? findMembers(members, search.search) : NO_USERS;
  const isOpen = matches.length > 0;
  useEffect(() => {
    if (focusKey !== null) area.current?.focus();
  }, [focusKey]);

  const change = (next: string, nextCaret: number) => {
    setText(next);
    setCaret(nextCaret);
    setActive(0);
  };
  const insert = (inserted: string, start: number, end: number, isSearchOpen: boolean) => {
    const next = text.slice(0, start) + inserted + text.slice(end);
    const position = start + inserted.length;
    change(next, position);
    if (!isSearchOpen) setCaret(null);
    pendingCaret.current = position;
  };
  const choose = (user: UserReference) => {
    if (search && caret !== null) insert(`@${user.username} `, search.start, caret, false);
  };
  const startMention = () => {
    const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {};
    const isApart = selectionStart === 0 || /\s/.test(text[selectionStart - 1] ?? '');
    insert(isApart ? '@' : ' @', selectionStart, selectionEnd, true);
  };
  const submit = async () => {
    const stored = toStoredText(text.trim(), [...members, ...mentions]);
    if (stored === '' || isSending) return;
    setSending(true);
    const isSaved = await onSubmit(stored);
    setSending(false);
    if (isSaved) setText(toEditedText(initial, mentions));
    setCaret(null);
    area.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const chosen = matches[active];
    let isHandled = true;
    if (isOpen && step !== 0) setActive((active + step + matches.length) % matches.length);
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
    else if (isOpen && chosen && (event.key === 'Enter' || event.key === 'Tab')) choose(chosen);
    else if (isOpen && event.key === 'Escape') setCaret(null);
    else if (onCancel && event.key === 'Escape') onCancel();
    else isHandled = false;
    if (isHandled) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  return (
    <div className={styles.root}>
      {children}
      <Textarea
        resize="vertical"
        maxLength={MAX_COMMENT_LENGTH}
        value={text}
        placeholder={placeholder}
        onChange={(event, { value }) => change(value, event.target.selectionStart)}
        onKeyDown={onKeyDown}
        onBlur={() => setCaret(null)}
        textarea={{
          ref: area,
          'aria-label': label,
          'aria-autocomplete': 'list',
          'aria-controls': isOpen ? listId : undefined,
          'aria-activedescendant': isOpen ? `${listId}-${active}` : undefined,
        }}
      />
      {isOpen && (
        <ul id={listId} role="listbox" aria-label={texts.members} className={styles.options}>
          {matches.map((user, index) => (
            <li
              key={user.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              className={mergeClasses(styles.option, index === active && styles.active)}
              // Before the text field loses the focus, which closes the list.
              onMouseDown={(event) => {
                event.preventDefault();
                choose(user);
              }}
            >
              {user.username}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.row}>
        <Tooltip content={texts.mention} relationship="label">
          <Button size="small" appearance="subtle" icon={<MentionIcon />} onClick={startMention} />
        </Tooltip>
        <span className={styles.end}>
          {onCancel && (
            <Button size="small" onClick={onCancel}>
              {texts.cancel}
            </Button>
          )}
          <Tooltip content={texts.sendKeys} relationship="description">
            <Button
              size="small"
              appearance="primary"
              disabledFocusable={isSending || text.trim() === ''}
              onClick={() => void submit()}
            >
              {submitLabel}
            </Button>
          </Tooltip>
        </span>
      </div>
    </div>
  );
}
