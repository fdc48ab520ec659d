import type { Workspace } from '@console/shared-contract/api';
import { AddIcon, compareText, InfoIcon, LogoutIcon, PersonIcon, themeModes, type ThemeMode } from '@console/shared-ui/basics';
import type { ReactElement } from 'react';
import { layoutMessages } from '../layout/layout-messages';
import { paletteMessages } from '../layout/palette-messages';
import { messages } from '../messages';
import type { ShellRoute } from '../federation-view/federation-view';
import { NavIcon } from '../layout/nav-icon';
import { themeIcons } from '../layout/theme-menu';
import { isAvailable, type Access } from '../federation-view/services';

export interface Command {
  id: string;
  label: string;
  /** Secondary text next to the label. */
  hint?: string;
  icon: ReactElement;
  run: () => void;
  /** Path of the page that the command opens. Focus moves to that page instead of back to the opener of the palette. */
  opens?: string;
}
export interface CommandGroup {
  title: string;
  commands: Command[];
}

/** Pages of the host for users who can access the complete workspace. */
const WORKSPACE_PAGES = [
  { path: '/activity', label: layoutMessages.activity, icon: 'history' },
  { path: '/deleted', label: layoutMessages.deleted, icon: 'deleted' },
];

/** Creates a command for each route without parameters. Pages in the sidebar come first, in the order of the sidebar. */
export function createPageCommands(
  routes: readonly ShellRoute[],
  access: Access,
  seesWorkspace: boolean,
  openPath: (path: string) => void,
): Command[] {
  const getOrder = (route: ShellRoute) => route.nav?.order ?? Infinity;
  const pages = routes
    .filter((route) => !route.path.includes(':') && isAvailable(route, access))
    .sort((a, b) => getOrder(a) - getOrder(b) || compareText(a.title, b.title))
    .map((route) => ({ path: route.path, label: route.nav?.label ?? route.title, icon: route.nav?.icon ?? route.icon ?? '' }));
  const allPages = [
    { path: '/', label: layoutMessages.dashboard, icon: 'dashboard' },
    ...pages,
    ...(seesWorkspace ? WORKSPACE_PAGES : []),
    { path: '/settings', label: layoutMessages.settings, icon: 'settings' },
    { path: '/profile', label: layoutMessages.profile, icon: 'profile' },
  ];
  return allPages.map(({ path, label, icon }) => ({
    id: `page ${path}`,
    label,
    icon: <NavIcon name={icon} />,
    run: () => openPath(path),
    opens: path,
  }));
}

/** Creates a command for each workspace except the active one. */
export function createWorkspaceCommands(
  workspaces: readonly Workspace[],
  active: string | null,
  openWorkspace: (id: string) => void,
): Command[] {
  return workspaces
    .filter(({ id }) => id !== active)
    .sort((a, b) => compareText(a.name, b.name))
    .map(({ id, name }) => ({
      id: `workspace ${id}`,
      label: name,
      hint: paletteMessages.switchTo,
      icon: <PersonIcon />,
      run: () => openWorkspace(id),
      opens: '/',
    }));
}

/** Actions of the console shell that commands can call. */
interface ShellActions {
  setTheme: (mode: ThemeMode) => void;
  openAbout: () => void;
  openDiagnostics: () => void;
  openCreateWorkspace: () => void;
  requestLogout: () => void;
}

/**
 * Creates the commands for themes, a new workspace, the About dialog, diagnostics and logout. Only managers get the diagnostics command.
 * Other users can open the diagnostics with the keyboard shortcut. The dialog shows only data that the browser has loaded.
 */
export function createShellCommands(theme: ThemeMode, isManager: boolean, actions: ShellActions): Command[] {
  const { setTheme, openAbout, openDiagnostics, openCreateWorkspace, requestLogout } = actions;
  const themes = themeModes
    .filter((mode) => mode !== theme)
    .map((mode) => {
      const Icon = themeIcons[mode];
      return {
        id: `theme ${mode}`,
        label: paletteMessages.theme(layoutMessages.themes[mode]),
        icon: <Icon />,
        run: () => setTheme(mode),
      };
    });
  const diagnostics: Command = {
    id: 'diagnostics',
    label: messages.diagnostics,
    hint: paletteMessages.diagnosticsKey,
    icon: <InfoIcon />,
    run: openDiagnostics,
  };
  return [
    ...themes,
    {
      id: 'create-workspace',
      label: layoutMessages.createWorkspace.title,
      icon: <AddIcon />,
      run: openCreateWorkspace,
    },
    { id: 'about', label: messages.about.title, icon: <InfoIcon />, run: openAbout },
    ...(isManager ? [diagnostics] : []),
    { id: 'logout', label: layoutMessages.logout, icon: <LogoutIcon />, run: requestLogout },
  ];
}

/** Returns the commands whose labels contain every word of the text, in any order. */
export function filterCommands(groups: readonly CommandGroup[], text: string): CommandGroup[] {
  const searchTerms = text.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map(({ title, commands }) => ({
      title,
      commands: commands.filter(({ label }) => searchTerms.every((word) => label.toLowerCase().includes(word))),
    }))
    .filter(({ commands }) => commands.length > 0);
}
