import { api, useWorkspaceQuery } from '@console/shared-auth';
import { useEffect } from 'react';
import { ASSIST_MODES, DEFAULT_ASSIST_OPTIONS, PIXEL_MODES } from '../../editor/model/prompt';
import { useScreen } from '../context/screen-context';

/** Offers the interactive segmentation model if the server has one. Older servers lack the endpoint, so the request fails. */
export function useOfferedModes(): void {
  const { editor } = useScreen();
  const { data, isPending } = useWorkspaceQuery({
    key: ['own:annotate', 'interactive-model'],
    staleTime: Infinity,
    load: ({ signal }) => api.call('GET /interactive-model/v2/', { signal }),
  });
  const hasModel = data !== undefined && data.status !== 'none';
  useEffect(() => {
    if (isPending) return;
    // The remembered method may need a model that this server does not have.
    const isMissing = !hasModel && editor.assistOptions.mode === 'model';
    editor.setAssistOptions({
      modes: hasModel ? ASSIST_MODES : PIXEL_MODES,
      ...(isMissing && { mode: DEFAULT_ASSIST_OPTIONS.mode }),
    });
  }, [editor, hasModel, isPending]);
}
