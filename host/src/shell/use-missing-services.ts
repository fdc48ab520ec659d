import { includesService, LoadState, useResources, useWorkspace } from '@console/shared-auth';
import { useNotify } from '@console/shared-ui';
import { useEffect, useRef } from 'react';
import { messages } from '../messages';
import { knownServices, serviceName } from './services';

/** Once a workspace's services are loaded, a warning for each that it lacks. */
export function useMissingServicesWarning(): void {
  const notify = useNotify();
  const { workspaceId } = useWorkspace();
  const { state, services } = useResources();
  const warned = useRef<string | null>(null);
  const isLoaded = state === LoadState.LOADED || state === LoadState.NO_RESOURCE;
  useEffect(() => {
    if (!isLoaded || !workspaceId || warned.current === workspaceId) return;
    warned.current = workspaceId;
    for (const slug of knownServices) {
      if (includesService(services, slug)) continue;
      notify.warning({ title: messages.missingService.title, text: messages.missingService.text(serviceName(slug)) });
    }
  }, [isLoaded, workspaceId, services, notify]);
}
