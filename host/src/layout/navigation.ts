import { layoutMessages } from './layout-messages';
import type { ShellRoute } from '../federation-view/federation-view';
import { isAvailable, type Access } from '../federation-view/services';

interface NavItem {
  path: string;
  label: string;
  icon: string;
}

/** Returns the path of the sidebar entry that a page highlights: its own entry, or the entry that the route's `under` names. */
export function getNavPath(route: ShellRoute): string | undefined {
  return route.nav ? route.path : route.under;
}

/**
 * Lists the entries of the sidebar: the dashboard, then the pages of micro-frontends that the user may open, in the order of
 * the manifests.
 */
export function listNavItems(routes: readonly ShellRoute[], access: Access): NavItem[] {
  const declaredItems = routes
    .flatMap((route) => (route.nav && isAvailable(route, access) ? [{ path: route.path, ...route.nav }] : []))
    .sort((a, b) => a.order - b.order || a.label.localeCompare(b.label));
  return [
    { path: '/', label: layoutMessages.dashboard, icon: 'dashboard' },
    ...declaredItems.map(({ path, label, icon }) => ({ path, label, icon })),
  ];
}
