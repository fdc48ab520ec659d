import type { TrainingImage } from '@console/shared-contract/api';
import { isAborted, useSession } from '@console/shared-auth';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Clipboard, Editor, type LabelSet, type Shape } from '../editor';
import { connectDocument, refreshElsewhere, type Outbox } from '../outbox';
import { shapesAhead } from './ahead/shapes-ahead';
import { useShapeKinds } from './ahead/use-ahead';
import { useKeptView } from './walk/kept-view';
import { toldApart } from './label-colors';
import { loadShapes } from './load-shapes';
import { useKeptLocks } from './kept-locks';
import { useKeymap } from './keys/own-keymap';
import { rememberedBoxWay, rememberedTool } from './memory';
import { rememberedLabels } from './recent-labels';
import { useAskAgain } from './use-ask-again';

export interface Annotation {
  editor: Editor;
  /** Of the shapes that the server has. */
  shapes: 'loading' | 'loaded' | 'failed';
  retryShapes: () => void;
}

/** All that is of one image; another begins anew. */
interface Work {
  readonly image: string;
  readonly editor: Editor;
  readonly shapes: Annotation['shapes'];
  /** Counts the readings of its shapes. */
  readonly attempt: number;
  /** Of the last reading that failed. */
  readonly failure: unknown;
}

/** What was copied, for the pictures that are opened until the page is loaded anew. */
const clipboard = new Clipboard();
const noLabels: LabelSet = { object: [], polygon: [] };

/** The editor of the image on the screen, connected to the outbox, with the server's shapes in it: each image has its own. */
export function useAnnotation(image: TrainingImage, labels: LabelSet | undefined, outbox: Outbox): Annotation {
  const { user } = useSession();
  const keys = useKeymap();
  const begin = (): Work => ({
    image: image.id,
    editor: new Editor({
      picture: { width: image.img_width, height: image.img_height },
      tool: rememberedTool(),
      boxWay: rememberedBoxWay(),
      keys,
      clipboard,
      labelMemory: rememberedLabels(user?.id ?? '', image.workspace),
    }),
    shapes: 'loading',
    attempt: 0,
    failure: null,
  });
  const [held, setHeld] = useState(begin);
  const work = held.image === image.id ? held : begin();
  if (work !== held) setHeld(work);
  const { editor, shapes, attempt, failure } = work;
  useKeptView(editor);
  useKeptLocks(editor, image.id);
  const replayed = useRef<Promise<void>>(Promise.resolve());
  const kinds = useShapeKinds();

  /** What comes late of an image before changes nothing of this one. */
  const change = useCallback(
    (to: (before: Work) => Partial<Work>) =>
      setHeld((before) => (before.editor === editor ? { ...before, ...to(before) } : before)),
    [editor],
  );

  // As soon as the canvas takes gestures: none is drawn that nobody keeps.
  useLayoutEffect(() => editor.setLabels(toldApart(labels ?? noLabels)), [editor, labels]);

  useLayoutEffect(() => {
    const connection = connectDocument(editor.document, outbox, { imageId: image.id });
    replayed.current = connection.replayed;
    return () => connection.disconnect();
  }, [editor, outbox, image.id]);

  useEffect(() => {
    const controller = new AbortController();
    const scope = { workspace: image.workspace, signal: controller.signal };
    const take = (page: readonly Shape[]) => editor.document.loadPage(page);
    const ahead = shapesAhead.take(image.id)?.catch(() => null);
    // Pages that come after the unsent work leave alone what was changed or deleted here.
    Promise.all([ahead, replayed.current])
      .then(([pages]) => (pages && !controller.signal.aborted ? pages.forEach(take) : loadShapes(image.id, kinds, scope, take)))
      .then(() => !controller.signal.aborted && change(() => ({ shapes: 'loaded' })))
      .catch((error: unknown) => {
        if (controller.signal.aborted || isAborted(error)) return;
        change(() => ({ shapes: 'failed', failure: error }));
      });
    return () => controller.abort();
  }, [editor, image.id, image.workspace, kinds, attempt, change]);

  const retryShapes = useCallback(() => change((before) => ({ shapes: 'loading', attempt: before.attempt + 1 })), [change]);
  // Not shown as a new beginning: what says that shapes are missing stays until they are there.
  const askAgain = useCallback(() => change((before) => ({ attempt: before.attempt + 1 })), [change]);
  useAskAgain(failure, shapes === 'loaded', askAgain);

  // The browser's lists count what was drawn here.
  useEffect(() => refreshElsewhere, [image.id]);

  return {
    editor,
    shapes,
    retryShapes,
  };
}
