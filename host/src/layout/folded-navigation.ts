import { useState } from 'react';

const KEY = 'console.navigation-folded';

/** CSS widths of the navigation. */
export const NAVIGATION_WIDTH = { unfolded: '232px', folded: '56px' } as const;

/** In narrower windows, tables need the space of the unfolded navigation. */
const NARROW_WINDOW = '(max-width: 1199px)';

/** Whether the navigation is folded, so that it shows only icons: the user's choice in this browser, else in narrow windows. */
export const isNavigationFolded = (): boolean => {
  const choice = localStorage.getItem(KEY);
  return choice === null ? window.matchMedia?.(NARROW_WINDOW).matches === true : choice === '1';
};

/** React state of the folded navigation, stored in this browser. */
export function useFoldedNavigation(): [isFolded: boolean, toggle: () => void] {
  const [isFolded, setFolded] = useState(isNavigationFolded);
  const toggle = () => {
    setFolded(!isFolded);
    localStorage.setItem(KEY, isFolded ? '0' : '1');
  };
  return [isFolded, toggle];
}
