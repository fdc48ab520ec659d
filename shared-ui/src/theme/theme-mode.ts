import { consoleStore } from '@console/shared-auth';
import { atom, useAtom } from 'jotai';
import { useSyncExternalStore } from 'react';

export type ThemeMode = 'system' | 'light' | 'dark';
export const themeModes: readonly ThemeMode[] = ['system', 'light', 'dark'];

const storageKey = 'theme';
const darkQuery = '(prefers-color-scheme: dark)';

function readStoredMode(): ThemeMode {
  const storedMode = localStorage.getItem(storageKey);
  return themeModes.find((mode) => mode === storedMode) ?? 'system';
}

const modeAtom = atom<ThemeMode>(readStoredMode());
const themeModeAtom = atom(
  (get) => get(modeAtom),
  (_get, set, mode: ThemeMode) => {
    localStorage.setItem(storageKey, mode);
    set(modeAtom, mode);
  },
);

function subscribeToSystem(onChange: () => void): () => void {
  const media = matchMedia(darkQuery);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

/** Returns the theme mode that the user has selected, and its setter. The mode is stored in local storage. */
export function useThemeMode(): [ThemeMode, (mode: ThemeMode) => void] {
  return useAtom(themeModeAtom, { store: consoleStore });
}

/** Returns the theme to show: the selected theme, or the system's theme. */
export function useResolvedTheme(): 'light' | 'dark' {
  const [mode] = useThemeMode();
  const isSystemDark = useSyncExternalStore(subscribeToSystem, () => matchMedia(darkQuery).matches);
  if (mode !== 'system') return mode;
  return isSystemDark ? 'dark' : 'light';
}
