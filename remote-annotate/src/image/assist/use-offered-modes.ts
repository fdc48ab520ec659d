import { api, useWorkspaceQuery } from '@console/shared-auth';
import { useEffect } from 'react';
import { ASSIST_MODES, PIXEL_MODES } from '../../editor/model/prompt';
import { useScreen } from '../context/screen-context';

/** Offers the interactive segmentation model if the server has one. Older servers lack the endpoint, so the request fails. */
export function useOfferedModes(): void {
  const { editor } = useScreen();
  const { data } = useWorkspaceQuery({
    key: ['own:annotate', 'interactive-model'],
    staleTime: Infinity,
    load: ({ signal }) => api.call('GET /interactive-model/v2/', { signal }),
  });
  const hasModel = data !== undefined && data.status !== 'none';
  useEffect(() => editor.setAssistOptions({ modes: hasModel ? ASSIST_MODES : PIXEL_MODES }), [editor, hasModel]);
}
