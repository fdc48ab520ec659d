import { Button, makeStyles, mergeClasses, Textarea, tokens, Tooltip, useId } from '@fluentui/react-components';
import type { UserReference } from '@console/shared-contract/api';
import { MAX_COMMENT_LENGTH } from '@console/shared-contract/limits';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { MentionIcon } from '../icons';
import { commentMessages } from './comment-messages';
import { toEditedText, toStoredText } from './mentions';
import { useDraft } from './use-draft';
import { useMentionSearch } from './use-mention-search';

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
  /** Key under which the unsent text is stored in the browser until the comment is sent. */
  draftKey: string;
  submitLabel: string;
  /** The text of an existing comment to edit, as stored on the server. */
  initial?: string;
  /** Users who are mentioned in `initial`. */
  mentions?: readonly UserReference[];
  /** Saves the text. Returns whether this succeeded; the unsent text is then deleted. */
  onSubmit: (text: string) => Promise<boolean>;
  onCancel?: () => void;
  /** The text field takes the focus when this value changes and is not null. */
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
  const [isSending, setSending] = useState(false);
  const textArea = useRef<HTMLTextAreaElement>(null);
  const { members, matches, activeIndex, ...mention } = useMentionSearch(textArea, text, setText);
  const listId = useId('members');
  const isOpen = matches.length > 0;
  useEffect(() => {
    if (focusKey !== null) textArea.current?.focus();
  }, [focusKey]);

  const submit = async () => {
    const storedText = toStoredText(text.trim(), [...members, ...mentions]);
    if (storedText === '' || isSending) return;
    setSending(true);
    const isSaved = await onSubmit(storedText);
    setSending(false);
    if (isSaved) setText(toEditedText(initial, mentions));
    mention.close();
    textArea.current?.focus();
  };
  const handleKey = (event: KeyboardEvent): boolean => {
    const isSubmit = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (isSubmit) void submit();
    else if (mention.handleKey(event.key)) return true;
    else if (event.key === 'Escape' && onCancel) onCancel();
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!handleKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles.root}>
      {children}
      <Textarea
        resize="vertical"
        maxLength={MAX_COMMENT_LENGTH}
        value={text}
        placeholder={placeholder}
        onChange={(event, { value }) => mention.change(value, event.target.selectionStart)}
        onKeyDown={onKeyDown}
        onBlur={mention.close}
        textarea={{
          ref: textArea,
          'aria-label': label,
          'aria-autocomplete': 'list',
          'aria-controls': isOpen ? listId : undefined,
          'aria-activedescendant': isOpen ? `${listId}-${activeIndex}` : undefined,
        }}
      />
      {isOpen && (
        <ul id={listId} role="listbox" aria-label={commentMessages.members} className={styles.options}>
          {matches.map((user, index) => (
            <li
              key={user.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === activeIndex}
              className={mergeClasses(styles.option, index === activeIndex && styles.active)}
              // Use mousedown: before the click event, the text field would lose the focus, which closes the list.
              onMouseDown={(event) => {
                event.preventDefault();
                mention.choose(user);
              }}
            >
              {user.username}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.row}>
        <Tooltip content={commentMessages.mention} relationship="label">
          <Button size="small" appearance="subtle" icon={<MentionIcon />} onClick={mention.startMention} />
        </Tooltip>
        <span className={styles.end}>
          {onCancel && (
            <Button size="small" onClick={onCancel}>
              {commentMessages.cancel}
            </Button>
          )}
          <Tooltip content={commentMessages.sendKeys} relationship="description">
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
