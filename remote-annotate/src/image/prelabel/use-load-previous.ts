import { shapeKinds } from '../../shape-kinds/kind-registry';
import { isAborted, isNotFound } from '@console/shared-auth';
import { describeError, useNotify } from '@console/shared-ui/basics';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { NewShape, ImageSize } from '../../editor';
import { AnnotationDocument } from '../../editor/document/annotation-document';
import { predictMessages } from './predict-messages';
import { connectDocument, type Outbox } from '../../outbox';
import { useAbortOnUnmount } from '../data/use-abort-on-unmount';
import { loadShapes } from '../data/load-shapes';
import { useScreen } from '../context/screen-context';
import { addNewShapes } from './add-new-shapes';
import { useOwnVerification } from '../verification/use-verification';
import { useAnnotatorScope } from '../verification/use-annotator-scope';
import {
  removeVerified,
  isAutoLoaded,
  rememberAutoLoaded,
  listPreviouslyVerified,
  type AnnotatorScope,
} from '../verification/verified-images';

/** State of the Load button. */
interface LoadPrevious {
  /** Whether there is an image to load from. */
  readonly isOffered: boolean;
  readonly isRunning: boolean;
  readonly load: () => void;
}

/**
 * Copies the objects of the image that the user verified last to the current image. In a job with auto-complete, this happens
 * automatically, once for each image that the user has not verified. `areShapesLoaded` says whether all shapes of the current image are loaded.
 */
export function useLoadPrevious(areShapesLoaded: boolean): LoadPrevious {
  const { image, job, editor, outbox } = useScreen();
  const notify = useNotify();
  const scope = useAnnotatorScope();
  const ownVerification = useOwnVerification(image.id);
  const [isRunning, setIsRunning] = useState(false);
  const createRunSignal = useAbortOnUnmount();

  const load = useCallback(
    async ({ isAutomatic }: { isAutomatic: boolean }): Promise<void> => {
      const signal = createRunSignal();
      setIsRunning(true);
      const { workspace } = image;
      try {
        const shapes = await loadLastObjects(scope, image.id, (previousImage) =>
          loadObjects(previousImage, outbox, editor.imageSize, { workspace, signal }),
        );
        if (signal.aborted) return;
        const count = addNewShapes(editor, shapes, 'copy');
        if (isAutomatic) rememberAutoLoaded(scope, image.id);
        if (count > 0 || !isAutomatic) notify.success({ title: predictMessages.added(count) });
        setIsRunning(false);
      } catch (error) {
        if (signal.aborted || isAborted(error)) return;
        notify.danger({ title: predictMessages.loadFailed, text: describeError(error), error });
        setIsRunning(false);
      }
    },
    [editor, image, notify, outbox, scope, createRunSignal],
  );

  const isOffered = listPreviouslyVerified(scope, image.id).length > 0;
  const shouldAutoLoad = job?.auto_complete === true && areShapesLoaded && isOffered && ownVerification === null;
  const hasStarted = useRef(false);
  useEffect(() => {
    if (!shouldAutoLoad || hasStarted.current || isAutoLoaded(scope, image.id)) return;
    hasStarted.current = true;
    void load({ isAutomatic: true });
  }, [shouldAutoLoad, load, scope, image.id]);

  return { isOffered, isRunning, load: () => void load({ isAutomatic: false }) };
}

/** Loads the objects of the image that the user verified last. Skips images that have been deleted. */
async function loadLastObjects(
  scope: AnnotatorScope,
  imageId: string,
  loadImageObjects: (previousImage: string) => Promise<readonly NewShape[]>,
): Promise<readonly NewShape[]> {
  for (const previousImage of listPreviouslyVerified(scope, imageId)) {
    try {
      return await loadImageObjects(previousImage);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      removeVerified(scope, previousImage);
    }
  }
  return [];
}

/** Loads the objects of an image, including the user's unsent changes. */
async function loadObjects(
  imageId: string,
  outbox: Outbox,
  imageSize: ImageSize,
  scope: { workspace: string; signal: AbortSignal },
): Promise<readonly NewShape[]> {
  const document = new AnnotationDocument({ kinds: shapeKinds, imageSize });
  const connection = connectDocument(document, outbox, { imageId });
  try {
    await connection.replayed;
    await loadShapes(imageId, ['object'], scope, (page) => document.loadPage(page));
    return document
      .getShapes()
      .flatMap((shape): NewShape[] =>
        shape.kind === 'object' ? [{ kind: 'object', labelId: shape.labelId, data: shape.data }] : [],
      );
  } finally {
    connection.disconnect();
  }
}
