import type { UserReference } from '@console/shared-contract/api';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useMentionableMembers } from './comments.queries';
import { findMembers, findMentionSearch } from './mentions';

const NO_USERS: readonly UserReference[] = [];

/** Searches for members after an `@` in a text field. Returns the matches, a key handler, and functions that insert a mention. */
export function useMentionSearch(area: RefObject<HTMLTextAreaElement | null>, text: string, setText: (text: string) => void) {
  const [caret, setCaret] = useState<number | null>(null);
  const [activeIndex, setActiveIndex] = useState(0);
  const pendingCaret = useRef<number | null>(null);
  // Set the caret before the next key press. Otherwise the next character would be entered at the end of the text.
  useLayoutEffect(() => {
    const position = pendingCaret.current;
    if (position === null) return;
    pendingCaret.current = null;
    area.current?.focus();
    area.current?.setSelectionRange(position, position);
  });
  const members = useMentionableMembers(text.includes('@'));
  const search = caret === null ? null : findMentionSearch(text, caret);
  const matches = search ? findMembers(members, search.search) : NO_USERS;

  const change = (newText: string, nextCaret: number) => {
    setText(newText);
    setCaret(nextCaret);
    setActiveIndex(0);
  };
  const insertText = (insertedText: string, start: number, end: number) => {
    const position = start + insertedText.length;
    change(text.slice(0, start) + insertedText + text.slice(end), position);
    pendingCaret.current = position;
  };
  const close = () => setCaret(null);
  const choose = ({ username }: UserReference) => {
    if (!search || caret === null) return;
    insertText(`@${username} `, search.start, caret);
    close();
  };
  return {
    members,
    matches,
    /** Index of the match that Enter and Tab insert. */
    activeIndex,
    /** Sets the text that the user has typed, and searches for the member whose name is typed before the caret. */
    change,
    choose,
    close,
    /** Inserts an `@` at the caret, which starts a search. */
    startMention: () => {
      const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {};
      const isAtWordStart = selectionStart === 0 || /\s/.test(text[selectionStart - 1] ?? '');
      insertText(isAtWordStart ? '@' : ' @', selectionStart, selectionEnd);
    },
    /** Handles a key of the open list of matches. Returns false for other keys. */
    handleKey: (key: string): boolean => {
      if (matches.length === 0) return false;
      const activeMatch = matches[activeIndex];
      if (key === 'ArrowDown') setActiveIndex((activeIndex + 1) % matches.length);
      else if (key === 'ArrowUp') setActiveIndex((activeIndex - 1 + matches.length) % matches.length);
      else if (key === 'Escape') close();
      else if ((key === 'Enter' || key === 'Tab') && activeMatch) choose(activeMatch);
      else return false;
      return true;
    },
  };
}
