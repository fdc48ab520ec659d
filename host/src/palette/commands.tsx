import type { Workspace } from '@console/shared-contract/api';
import {
  compareText,
  DarkThemeIcon,
  InfoIcon,
  LightThemeIcon,
  LogoutIcon,
  PersonIcon,
  SystemThemeIcon,
  themeModes,
  type ThemeMode,
} from '@console/shared-ui/basics';
import type { ReactElement } from 'react';
import { messages } from '../messages';
import type { ShellRoute } from '../shell/federation-view';
import { NavIcon } from '../shell/nav-icon';
import { isOpen } from '../shell/services';

const words = messages.palette;

export interface Command {
  id: string;
  label: string;
  /** Smaller, beside the label. */
  hint?: string;
  icon: ReactElement;
  run: () => void;
  /** Path of the page that it opens: the focus goes there, not back to where the palette was opened. */
  opens?: string;
}
export interface CommandGroup {
  title: string;
  commands: Command[];
}

/** Pages that a person may open without saying of what: routes without parameters. Those of the sidebar first, in its order. */
export function pageCommands(
  routes: readonly ShellRoute[],
  services: readonly string[],
  open: (path: string) => void,
): Command[] {
  const orderOf = (route: ShellRoute) => route.nav?.order ?? Infinity;
  const pages = routes
    .filter((route) => !route.path.includes(':') && isOpen(route, services))
    .sort((a, b) => orderOf(a) - orderOf(b) || compareText(a.title, b.title))
    .map((route) => ({ path: route.path, label: route.nav?.label ?? route.title, icon: route.nav?.icon ?? '' }));
  return [{ path: '/', label: messages.dashboard, icon: 'dashboard' }, ...pages].map(({ path, label, icon }) => ({
    id: `page ${path}`,
    label,
    icon: <NavIcon name={icon} />,
    run: () => open(path),
    opens: path,
  }));
}

export function workspaceCommands(
  workspaces: readonly Workspace[],
  active: string | null,
  open: (id: string) => void,
): Command[] {
  return workspaces
    .filter(({ id }) => id !== active)
    .sort((a, b) => compareText(a.name, b.name))
    .map(({ id, name }) => ({
      id: `workspace ${id}`,
      label: name,
      hint: words.switchTo,
      icon: <PersonIcon />,
      run: () => open(id),
      opens: '/',
    }));
}

const themeIcons: Record<ThemeMode, ReactElement> = {
  system: <SystemThemeIcon />,
  light: <LightThemeIcon />,
  dark: <DarkThemeIcon />,
};

export interface ShellActions {
  setTheme: (mode: ThemeMode) => void;
  openAbout: () => void;
  leave: () => void;
}

export function shellCommands(theme: ThemeMode, { setTheme, openAbout, leave }: ShellActions): Command[] {
  const themes = themeModes
    .filter((mode) => mode !== theme)
    .map((mode) => ({
      id: `theme ${mode}`,
      label: words.theme(messages.themes[mode]),
      icon: themeIcons[mode],
      run: () => setTheme(mode),
    }));
  return [
    ...themes,
    { id: 'about', label: messages.about.title, icon: <InfoIcon />, run: openAbout },
    { id: 'logout', label: messages.logout, icon: <LogoutIcon />, run: leave },
  ];
}

/** The commands whose label has each word of the text, in any order. */
export function matching(groups: readonly CommandGroup[], text: string): CommandGroup[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map(({ title, commands }) => ({
      title,
      commands: commands.filter(({ label }) => wanted.every((word) => label.toLowerCase().includes(word))),
    }))
    .filter(({ commands }) => commands.length > 0);
}
