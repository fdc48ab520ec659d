import { consoleStore, LoadState, signedInAtom, useResources, useWorkspace } from '@console/shared-auth';
import { isServiceGranted } from '@console/shared-contract/services';
import { useNotify } from '@console/shared-ui/basics';
import { useEffect, useRef } from 'react';
import { consoleMessages } from './console-messages';
import { knownServices, getServiceName } from '../federation-view/services';

const storageKey = 'console.warned-workspaces';

/** Records that the user was warned about a workspace. Returns true for the first call with this workspace in this tab. */
function markAsWarned(workspaceId: string): boolean {
  const warnedWorkspaces = sessionStorage.getItem(storageKey)?.split(' ') ?? [];
  if (warnedWorkspaces.includes(workspaceId)) return false;
  sessionStorage.setItem(storageKey, [...warnedWorkspaces, workspaceId].join(' '));
  return true;
}

interface ShownWarnings {
  workspace: string | null;
  /** Services that the workspace does not have; undefined until the services are loaded. */
  missing?: readonly string[];
  dismissals: readonly (() => void)[];
}

/** Warns about services that the workspace does not have: once per session, and again if the workspace loses a service. */
export function useMissingServicesWarning(): void {
  const notify = useNotify();
  const { workspaceId } = useWorkspace();
  const { state: resourcesState, services } = useResources();
  const shownWarnings = useRef<ShownWarnings>({ workspace: null, dismissals: [] });
  const isLoaded = resourcesState === LoadState.LOADED || resourcesState === LoadState.NO_RESOURCE;

  useEffect(() => {
    if (shownWarnings.current.workspace !== workspaceId) {
      // Dismiss the warnings about the previous workspace.
      shownWarnings.current.dismissals.forEach((dismiss) => dismiss());
      shownWarnings.current = { workspace: workspaceId, dismissals: [] };
    }
    if (!isLoaded || !workspaceId) return;
    const { missing: previouslyMissing, dismissals } = shownWarnings.current;
    const missingServices = knownServices.filter((slug) => !isServiceGranted(services, slug));
    const listInitial = () => (markAsWarned(workspaceId) ? missingServices : []);
    const addedSlugs = previouslyMissing ? missingServices.filter((slug) => !previouslyMissing.includes(slug)) : listInitial();
    const newDismissals = addedSlugs.map((slug) =>
      notify.warning({
        title: consoleMessages.missingService.title,
        text: consoleMessages.missingService.text(getServiceName(slug)),
      }),
    );
    shownWarnings.current = { workspace: workspaceId, missing: missingServices, dismissals: [...dismissals, ...newDismissals] };
  }, [isLoaded, workspaceId, services, notify]);

  useEffect(
    () => () => {
      if (!consoleStore.get(signedInAtom)) sessionStorage.removeItem(storageKey);
    },
    [],
  );
}
