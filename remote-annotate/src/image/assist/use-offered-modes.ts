import { api, useWorkspaceQuery } from '@console/shared-auth';
import { useEffect } from 'react';
import { ASSIST_MODES, DEFAULT_ASSIST_OPTIONS, PIXEL_MODES, type AssistMode } from '../../editor/model/prompt';
import { useScreen } from '../context/screen-context';

/**
 * Returns the methods to list, and whether the server has an interactive segmentation model. The method that needs the model is listed even
 * without a model, so that users learn what is missing. The key for the next method skips it.
 */
export function useOfferedModes(): { listedModes: readonly AssistMode[]; hasModel: boolean } {
  const { editor } = useScreen();
  const { data, isPending } = useWorkspaceQuery({
    key: ['own:annotate', 'interactive-model'],
    // A workspace may get a model in the meantime, so ask again after this time.
    staleTime: 60_000,
    load: ({ signal }) => api.call('GET /interactive-model/v2/', { signal }),
  });
  const hasModel = data !== undefined && data.status !== 'none';
  useEffect(() => {
    if (isPending) return;
    // The remembered method may need a model that this server does not have.
    const isModelMissing = !hasModel && editor.assistOptions.mode === 'model';
    editor.setAssistOptions({
      modes: hasModel ? ASSIST_MODES : PIXEL_MODES,
      ...(isModelMissing && { mode: DEFAULT_ASSIST_OPTIONS.mode }),
    });
  }, [editor, hasModel, isPending]);
  return { listedModes: isPending || data ? ASSIST_MODES : PIXEL_MODES, hasModel };
}
