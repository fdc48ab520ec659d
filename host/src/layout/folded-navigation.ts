import { useState, useSyncExternalStore } from 'react';

const STORAGE_KEY = 'console.navigation-folded';
/** Media query of windows in which tables need the space of the unfolded navigation. */
const NARROW_WINDOW = '(max-width: 1199px)';

/** CSS widths of the navigation. */
export const NAVIGATION_WIDTH = { unfolded: '232px', folded: '56px' } as const;

const isWindowNarrow = (): boolean => window.matchMedia(NARROW_WINDOW).matches;
const readStoredChoice = (): boolean | null => {
  const choice = localStorage.getItem(STORAGE_KEY);
  return choice === null ? null : choice === '1';
};

function subscribeToWindow(onChange: () => void): () => void {
  const media = window.matchMedia(NARROW_WINDOW);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

/**
 * Whether the navigation is folded, so that it shows only icons. The user's choice in this browser takes precedence; by default,
 * it is folded in narrow windows.
 */
export const isNavigationFolded = (): boolean => readStoredChoice() ?? isWindowNarrow();

/** React state of the folded navigation. The user's choice is stored in this browser. */
export function useFoldedNavigation(): [isFolded: boolean, toggleFolded: () => void] {
  const [choice, setChoice] = useState(readStoredChoice);
  const isNarrow = useSyncExternalStore(subscribeToWindow, isWindowNarrow);
  const isFolded = choice ?? isNarrow;
  const toggleFolded = () => {
    setChoice(!isFolded);
    localStorage.setItem(STORAGE_KEY, isFolded ? '0' : '1');
  };
  return [isFolded, toggleFolded];
}
