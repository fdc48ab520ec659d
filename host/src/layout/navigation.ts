import { messages } from '../messages';
import type { ShellRoute } from '../federation-view/federation-view';
import { isOpenTo } from '../federation-view/services';

export interface NavItem {
  path: string;
  label: string;
  icon: string;
}

/** The entry that is marked while a page is open: its own, or the one that its manifest puts it under. */
export function getNavPath(route: ShellRoute): string | undefined {
  return route.nav ? route.path : route.under;
}

/** The sidebar's entries: the dashboard, then what the remotes declare and the services open, in their order. */
export function listNavItems(routes: readonly ShellRoute[], services: readonly string[]): NavItem[] {
  const declared = routes
    .flatMap((route) => (route.nav && isOpenTo(route, services) ? [{ path: route.path, ...route.nav }] : []))
    .sort((a, b) => a.order - b.order || a.label.localeCompare(b.label));
  return [
    { path: '/', label: messages.dashboard, icon: 'dashboard' },
    ...declared.map(({ path, label, icon }) => ({ path, label, icon })),
  ];
}
