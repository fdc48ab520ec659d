import { consoleStore, includesService, LoadState, signedInAtom, useResources, useWorkspace } from '@console/shared-auth';
import { useNotify } from '@console/shared-ui/basics';
import { useEffect, useRef } from 'react';
import { messages } from '../messages';
import { knownServices, serviceName } from './services';

const storageKey = 'console.warned-workspaces';

/** Whether this tab has warned of that workspace before; from now on it has. */
function isFirstWarning(workspace: string): boolean {
  const warned = sessionStorage.getItem(storageKey)?.split(' ') ?? [];
  if (warned.includes(workspace)) return false;
  sessionStorage.setItem(storageKey, [...warned, workspace].join(' '));
  return true;
}

interface Shown {
  workspace: string | null;
  /** Absent until the services are known. */
  lacking?: readonly string[];
  dismissals: readonly (() => void)[];
}

/**
 * Once a workspace's services are loaded, a warning for each that it lacks, once a session and not at each reload; and for
 * each that it loses later.
 */
export function useMissingServicesWarning(): void {
  const notify = useNotify();
  const { workspaceId } = useWorkspace();
  const { state, services } = useResources();
  const shown = useRef<Shown>({ workspace: null, dismissals: [] });
  const isLoaded = state === LoadState.LOADED || state === LoadState.NO_RESOURCE;

  useEffect(() => {
    if (shown.current.workspace !== workspaceId) {
      // What the workspace that was left lacks concerns nobody any more, and would fill the room for toasts.
      shown.current.dismissals.forEach((dismiss) => dismiss());
      shown.current = { workspace: workspaceId, dismissals: [] };
    }
    if (!isLoaded || !workspaceId) return;
    const { lacking: known, dismissals } = shown.current;
    const lacking = knownServices.filter((slug) => !includesService(services, slug));
    const first = () => (isFirstWarning(workspaceId) ? lacking : []);
    const news = known ? lacking.filter((slug) => !known.includes(slug)) : first();
    const more = news.map((slug) =>
      notify.warning({ title: messages.missingService.title, text: messages.missingService.text(serviceName(slug)) }),
    );
    shown.current = { workspace: workspaceId, lacking, dismissals: [...dismissals, ...more] };
  }, [isLoaded, workspaceId, services, notify]);

  useEffect(
    () => () => {
      if (!consoleStore.get(signedInAtom)) sessionStorage.removeItem(storageKey);
    },
    [],
  );
}
