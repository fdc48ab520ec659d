import { consoleStore } from '@console/shared-auth';
import { atom, useAtom } from 'jotai';
import { useSyncExternalStore } from 'react';

export type ThemeMode = 'system' | 'light' | 'dark';
export const themeModes: readonly ThemeMode[] = ['system', 'light', 'dark'];

const storageKey = 'theme';
const darkQuery = '(prefers-color-scheme: dark)';

function storedMode(): ThemeMode {
  const stored = localStorage.getItem(storageKey);
  return themeModes.find((mode) => mode === stored) ?? 'system';
}

const modeAtom = atom<ThemeMode>(storedMode());
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

/** The person's choice, kept in local storage, and its setter. */
export function useThemeMode(): [ThemeMode, (mode: ThemeMode) => void] {
  return useAtom(themeModeAtom, { store: consoleStore });
}

/** What is shown now: the choice, or what the system asks for. */
export function useResolvedTheme(): 'light' | 'dark' {
  const [mode] = useThemeMode();
  const systemIsDark = useSyncExternalStore(subscribeToSystem, () => matchMedia(darkQuery).matches);
  if (mode !== 'system') return mode;
  return systemIsDark ? 'dark' : 'light';
}
