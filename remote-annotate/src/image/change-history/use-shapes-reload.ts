import { useNotify } from '@console/shared-ui/basics';
import { useCallback } from 'react';
import type { Shape } from '../../editor';
import { useScreen } from '../context/screen-context';
import { imageMessages } from '../data/image-messages';
import { loadShapes } from '../data/load-shapes';
import { shapePrefetcher } from '../prefetch/shape-prefetcher';
import { useOfferedShapeKinds } from '../prefetch/use-prefetch-images';
import { toServerState } from './reload-shapes';

/** Returns a function that replaces the shapes on the canvas with those of the server, after a change outside of the canvas. */
export function useShapesReload(): () => void {
  const { image, editor } = useScreen();
  const kinds = useOfferedShapeKinds();
  const notify = useNotify();
  return useCallback(() => {
    const reload = async () => {
      shapePrefetcher.discard(image.id);
      const rows: Shape[] = [];
      await loadShapes(image.id, kinds, { workspace: image.workspace }, (page) => rows.push(...page));
      editor.document.applyRemote(toServerState(editor.document, rows));
    };
    reload().catch(() => notify.warning({ title: imageMessages.shapesFailed }));
  }, [image.id, image.workspace, editor, kinds, notify]);
}
