import { consoleEditorOptions } from '../../shape-kinds/console-editor-options';
import type { TrainingImage } from '@console/shared-contract/api';
import { isAborted, useSession } from '@console/shared-auth';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Clipboard, Editor, type LabelSet, type Shape } from '../../editor';
import { connectDocument, invalidateOtherPages, toLayerWorkId, type Outbox } from '../../outbox';
import { shapePrefetcher } from '../prefetch/shape-prefetcher';
import { useOfferedShapeKinds } from '../prefetch/use-prefetch-images';
import { usePreservedView } from '../list-navigation/preserved-view';
import { useMarkedLabels } from '../labels/use-marked-labels';
import { loadShapes } from '../data/load-shapes';
import { useStoredLocks } from '../preferences/stored-locks';
import { useKeymap } from '../keys/user-keymap';
import {
  getRememberedAssistOptions,
  getRememberedBoxDrawingMode,
  getRememberedMaskDrawing,
  getRememberedTool,
} from '../preferences/user-preferences';
import { useCanAnnotate } from '../context/screen-context';
import { loadLayerShapes, type OpenedLayer } from '../data/layer.queries';
import { createLabelMemory } from '../labels/label-memory';
import { useRetryDuringOutage } from '../data/use-retry-during-outage';

/** The editor of the current image, and the state of loading its shapes. */
export interface Annotation {
  editor: Editor;
  /** State of loading the shapes from the server. */
  shapesState: 'loading' | 'loaded' | 'failed';
  retryShapes: () => void;
}

/** The state of one image. It is created again when another image is shown, and when the role of the user changes. */
interface ImageState {
  readonly workId: string;
  readonly isReadOnly: boolean;
  readonly editor: Editor;
  readonly shapesState: Annotation['shapesState'];
  /** Number of attempts to load the shapes. */
  readonly loadAttempt: number;
  /** The error of the last failed attempt, or null. */
  readonly loadError: unknown;
}

/** All images share this clipboard until the page is reloaded. */
const clipboard = new Clipboard();
const NO_LABELS: LabelSet = { object: [], polygon: [] };

/**
 * The editor of the current image, connected to the outbox and filled with the shapes of the server. Each image has its own editor.
 */
export function useAnnotation(
  image: TrainingImage,
  labels: LabelSet | undefined,
  outbox: Outbox,
  layer: OpenedLayer | null,
): Annotation {
  const { user } = useSession();
  const keymap = useKeymap();
  const isReadOnly = !useCanAnnotate() || layer?.isDone === true;
  const workId = layer ? toLayerWorkId(layer) : image.id;
  const createState = (): ImageState => ({
    workId,
    isReadOnly,
    editor: new Editor({
      ...consoleEditorOptions,
      imageSize: { width: image.img_width, height: image.img_height },
      isReadOnly,
      tool: getRememberedTool(),
      boxDrawingMode: getRememberedBoxDrawingMode(),
      maskDrawing: getRememberedMaskDrawing(),
      assistOptions: getRememberedAssistOptions(),
      keys: keymap,
      clipboard,
      labelMemory: createLabelMemory(user?.id ?? '', image.workspace),
    }),
    shapesState: 'loading',
    loadAttempt: 0,
    loadError: null,
  });
  const [storedState, setStoredState] = useState(createState);
  const annotationState = storedState.workId === workId && storedState.isReadOnly === isReadOnly ? storedState : createState();
  if (annotationState !== storedState) setStoredState(annotationState);
  const { editor, shapesState, loadAttempt, loadError } = annotationState;
  usePreservedView(editor);
  useStoredLocks(editor, image.id);
  const replayPromise = useRef<Promise<void>>(Promise.resolve());
  const kinds = useOfferedShapeKinds();

  /** Updates the state, unless another image is shown by now. */
  const updateState = useCallback(
    (getChanges: (currentState: ImageState) => Partial<ImageState>) =>
      setStoredState((currentState) =>
        currentState.editor === editor ? { ...currentState, ...getChanges(currentState) } : currentState,
      ),
    [editor],
  );

  useMarkedLabels(editor, labels ?? NO_LABELS);

  // Use a layout effect, so that the document is connected to the outbox before the user can draw. Otherwise, a drawn shape could be lost.
  useLayoutEffect(() => {
    const connection = connectDocument(editor.document, outbox, { imageId: workId });
    replayPromise.current = connection.replayed;
    return () => connection.disconnect();
  }, [editor, outbox, workId]);

  // Depend on the ids instead of `layer`, because each refetch returns a new object.
  const layerJobId = layer?.job;
  const layerId = layer?.id;
  useEffect(() => {
    const controller = new AbortController();
    const scope = { workspace: image.workspace, signal: controller.signal };
    const addPage = (page: readonly Shape[]) => editor.document.loadPage(page);
    const prefetchedPages = shapePrefetcher.consume(workId)?.catch(() => null);
    const load = (onPage: typeof addPage) =>
      layerId !== undefined && layerJobId !== undefined
        ? loadLayerShapes({ id: layerId, job: layerJobId, image: image.id }, kinds, scope, onPage)
        : loadShapes(image.id, kinds, scope, onPage);
    // Add pages only after the unsent changes were replayed. Otherwise, the pages would overwrite local changes and restore deleted shapes.
    Promise.all([prefetchedPages, replayPromise.current])
      .then(([pages]) => (pages && !controller.signal.aborted ? pages.forEach(addPage) : load(addPage)))
      .then(() => !controller.signal.aborted && updateState(() => ({ shapesState: 'loaded' })))
      .catch((error: unknown) => {
        if (controller.signal.aborted || isAborted(error)) return;
        updateState(() => ({ shapesState: 'failed', loadError: error }));
      });
    return () => controller.abort();
  }, [editor, image.id, image.workspace, workId, layerId, layerJobId, kinds, loadAttempt, updateState]);

  const retryShapes = useCallback(
    () => updateState((currentState) => ({ shapesState: 'loading', loadAttempt: currentState.loadAttempt + 1 })),
    [updateState],
  );
  // Retry without a loading state, so that the error message stays until the shapes are loaded.
  const reloadShapes = useCallback(
    () => updateState((currentState) => ({ loadAttempt: currentState.loadAttempt + 1 })),
    [updateState],
  );
  useRetryDuringOutage(loadError, shapesState === 'loaded', reloadShapes);

  // Reload the lists of other pages when the user leaves the image, because their counts depend on the shapes of the image.
  useEffect(() => invalidateOtherPages, [image.id]);

  return {
    editor,
    shapesState,
    retryShapes,
  };
}
