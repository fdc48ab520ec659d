import { useSession } from '@console/shared-auth';
import { useState } from 'react';

const toStorageKey = (userId: string, key: string) => `comment-draft:${userId}:${key}`;

function readDraft(storageKey: string): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    // If the browser denies access to its storage, the text is lost when the page closes.
    return null;
  }
}

function storeDraft(storageKey: string, text: string): void {
  try {
    if (text.trim() === '') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, text);
  } catch {
    // Ignore the error: the browser denies access to its storage, or the storage is full.
  }
}

/** Text of an unsent comment as React state. The text is stored in the browser for the user until it is sent or cleared. */
export function useDraft(key: string, initial = ''): [text: string, setText: (text: string) => void] {
  const storageKey = toStorageKey(useSession().user?.id ?? '', key);
  const [draft, setDraft] = useState(() => ({ storageKey, text: readDraft(storageKey) ?? initial }));
  const isCurrent = draft.storageKey === storageKey;
  const text = isCurrent ? draft.text : (readDraft(storageKey) ?? initial);
  if (!isCurrent) setDraft({ storageKey, text });
  const setText = (newText: string) => {
    storeDraft(storageKey, newText === initial ? '' : newText);
    setDraft({ storageKey, text: newText });
  };
  return [text, setText];
}
