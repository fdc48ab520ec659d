import { Button, makeStyles, MessageBar, MessageBarActions, MessageBarBody, tokens } from '@fluentui/react-components';
import type { RefObject } from 'react';
import { mergeMessages } from './merge-messages';

const MAX_QUOTED_LENGTH = 80;
const NO_NAMES: ReadonlyMap<string, string> = new Map();
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, gridColumn: '1 / -1', minWidth: 0 },
  text: { overflowWrap: 'anywhere' },
});

/** Changes by other users to the row of a form, as shown in the form. */
export interface FormMerge {
  conflicts: readonly { field: string; label: string; saved: unknown }[];
  /** Labels of the fields that only another user has changed. The form shows their new values. */
  adopted: readonly string[];
  /** Names of rows by id, for fields whose values are ids of rows. */
  names?: ReadonlyMap<string, string>;
  resolve: (field: string, choice: 'mine' | 'theirs') => void;
  /** The first button that resolves a conflict. It gets the focus if the user saves before all conflicts are resolved. */
  firstChoice: RefObject<HTMLButtonElement | null>;
}

/** Lists fields that another user has changed while the form is open. For fields that both users have changed, asks which value to keep. */
export function MergeBar({ merge: { conflicts, adopted, names, resolve, firstChoice } }: { merge: FormMerge }) {
  const styles = useStyles();
  if (conflicts.length === 0 && adopted.length === 0) return null;
  return (
    <div className={styles.column} data-merge>
      {adopted.length > 0 && (
        <MessageBar intent="info" layout="multiline">
          <MessageBarBody className={styles.text}>{mergeMessages.adopted(adopted)}</MessageBarBody>
        </MessageBar>
      )}
      {conflicts.map(({ field, label, saved: savedValue }, index) => (
        <MessageBar key={field} data-conflict intent="warning" layout="multiline">
          <MessageBarBody className={styles.text}>{mergeMessages.conflict(label, quoteValue(savedValue, names))}</MessageBarBody>
          <MessageBarActions>
            {(['mine', 'theirs'] as const).map((choice) => (
              <Button
                key={choice}
                ref={index === 0 && choice === 'mine' ? firstChoice : undefined}
                type="button"
                size="small"
                aria-label={`${mergeMessages[choice]}: ${label}`}
                onClick={({ currentTarget }) => {
                  focusNext(currentTarget);
                  resolve(field, choice);
                }}
              >
                {mergeMessages[choice]}
              </Button>
            ))}
          </MessageBarActions>
        </MessageBar>
      ))}
    </div>
  );
}

/**
 * Moves the focus to the next conflict, or to the Save button. Otherwise, the focus would be lost when the pressed button disappears.
 */
function focusNext(button: HTMLButtonElement): void {
  const bar = button.closest('[data-merge]');
  const conflict = button.closest('[data-conflict]');
  const nextButton = [...(bar?.querySelectorAll('button') ?? [])].find((candidate) => !conflict?.contains(candidate));
  const saveButton =
    bar?.closest('form')?.querySelector<HTMLElement>('[type=submit]') ?? bar?.nextElementSibling?.querySelector('button');
  (nextButton ?? saveButton)?.focus();
}

/** Returns a short value as text, with names instead of ids. Undefined for values that are too long or complex to show. */
function quoteValue(value: unknown, names: ReadonlyMap<string, string> = NO_NAMES): string | undefined {
  if (typeof value === 'number') return String(value);
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = items.map((item) => (typeof item === 'string' ? (names.get(item) ?? (UUID.test(item) ? '' : item)) : ''));
  const text = texts.join(', ');
  return texts.every(Boolean) && text !== '' && text.length <= MAX_QUOTED_LENGTH ? text : undefined;
}
