import { useNotify } from '@console/shared-ui/basics';
import { useCallback } from 'react';
import type { Shape } from '../../editor';
import { parseLayerWorkId } from '../../outbox';
import { useScreen } from '../context/screen-context';
import { imageMessages } from '../data/image-messages';
import { loadLayerShapes } from '../data/layer.queries';
import { loadShapes } from '../data/load-shapes';
import { shapePrefetcher } from '../prefetch/shape-prefetcher';
import { useOfferedShapeKinds } from '../prefetch/use-prefetch-images';
import { toServerState } from './reload-shapes';

/**
 * Returns a function that reloads the shapes on the canvas from the server. Used after changes outside of the canvas, such as a restored
 * version.
 */
export function useShapesReload(): () => void {
  const { image, editor, workId } = useScreen();
  const kinds = useOfferedShapeKinds();
  const notify = useNotify();
  return useCallback(() => {
    const reload = async () => {
      shapePrefetcher.discard(image.id);
      const loadedShapes: Shape[] = [];
      const layer = parseLayerWorkId(workId);
      const scope = { workspace: image.workspace };
      const addPage = (page: readonly Shape[]) => void loadedShapes.push(...page);
      await (layer ? loadLayerShapes(layer, kinds, scope, addPage) : loadShapes(image.id, kinds, scope, addPage));
      editor.document.applyRemote(toServerState(editor.document, loadedShapes));
    };
    reload().catch(() => notify.warning({ title: imageMessages.shapesFailed }));
  }, [image.id, image.workspace, workId, editor, kinds, notify]);
}
