import { useEffect, useState } from 'react';

const CONFIRMATION_MS = 2000;

/**
 * Copies text to the clipboard. `isCopied` is true for two seconds after a success. `copy` rejects without access to the
 * clipboard, which exists in secure contexts only and which the user may deny.
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
