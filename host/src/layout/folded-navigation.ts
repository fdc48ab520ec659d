import { useState } from 'react';

const KEY = 'console.navigation-folded';

/** CSS widths of the navigation. */
export const NAVIGATION_WIDTH = { unfolded: '232px', folded: '56px' } as const;

/** Whether the user has folded the navigation in this browser, so that it shows only icons. */
export const isNavigationFolded = (): boolean => localStorage.getItem(KEY) === '1';

/** React state of the folded navigation, stored in this browser. */
export function useFoldedNavigation(): [isFolded: boolean, toggle: () => void] {
  const [isFolded, setFolded] = useState(isNavigationFolded);
  const toggle = () => {
    setFolded(!isFolded);
    localStorage.setItem(KEY, isFolded ? '0' : '1');
  };
  return [isFolded, toggle];
}
