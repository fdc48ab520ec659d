import type { Job } from '@console/shared-contract/api';
import { useState } from 'react';

/** Whether the instructions stand open: until the person has put these very ones away, on this browser. */
export function useInstructions({ id, instructions = '' }: Job) {
  const key = `annotate.instructions-read ${id}`;
  const text = instructions.trim();
  const mark = markOf(text);
  const [read, setRead] = useState(() => localStorage.getItem(key));
  const show = (open: boolean) => {
    setRead(open ? null : mark);
    if (open) localStorage.removeItem(key);
    else localStorage.setItem(key, mark);
  };
  return { text, isOpen: text !== '' && read !== mark, show };
}

/** Tells a text from what it was before an edit; djb2 by D. J. Bernstein. */
function markOf(text: string): string {
  let hash = 5381;
  for (let at = 0; at < text.length; at += 1) hash = (hash * 33 + text.charCodeAt(at)) % 2 ** 32;
  return `${text.length} ${hash}`;
}
