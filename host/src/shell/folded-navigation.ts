import { useState } from 'react';

const KEY = 'console.navigation-folded';

/** CSS pixels of the navigation beside the page. */
export const NAVIGATION_WIDTH = { unfolded: '232px', folded: '56px' } as const;

/** Whether this person has folded the navigation in this browser. */
export const isNavigationFolded = (): boolean => localStorage.getItem(KEY) === '1';

/** The same as state, and the way to change it. */
export function useFoldedNavigation(): [isFolded: boolean, toggle: () => void] {
  const [isFolded, setFolded] = useState(isNavigationFolded);
  const toggle = () => {
    setFolded(!isFolded);
    localStorage.setItem(KEY, isFolded ? '0' : '1');
  };
  return [isFolded, toggle];
}
