import { useEffect, useState } from 'react';

const CONFIRMATION_MS = 2000;

/**
 * Copies text to the clipboard. `isCopied` is true for two seconds after a success. `copy` rejects if the page is not in a secure context
 * or the user denies access to the clipboard.
 */
export function useCopy(text: string): { isCopied: boolean; copy: () => Promise<void> } {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
  };
  return { isCopied, copy };
}
