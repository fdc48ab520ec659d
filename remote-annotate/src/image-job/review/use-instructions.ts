import type { Job } from '@console/shared-contract/api';
import { useState } from 'react';

/**
 * Returns the instructions and whether they are shown. After the user has hidden them, they stay hidden in this browser until the text
 * changes.
 */
export function useInstructions({ id, instructions = '' }: Job) {
  const storageKey = `annotate.instructions-read ${id}`;
  const text = instructions.trim();
  const hash = hashText(text);
  const [readHash, setReadHash] = useState(() => localStorage.getItem(storageKey));
  const setShown = (shouldOpen: boolean) => {
    setReadHash(shouldOpen ? null : hash);
    if (shouldOpen) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, hash);
  };
  return { text, isOpen: text !== '' && readHash !== hash, show: setShown };
}

/** Returns a short hash that changes with the text (djb2 by D. J. Bernstein). */
function hashText(text: string): string {
  let hash = 5381;
  for (let index = 0; index < text.length; index += 1) hash = (hash * 33 + text.charCodeAt(index)) % 2 ** 32;
  return `${text.length} ${hash}`;
}
