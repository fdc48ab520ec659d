import { defineUrlParams, param, useUrlParams } from '@console/shared-ui/basics';
import { createContext, use, useMemo, useState } from 'react';
import { focusCanvas } from '../controls/focus-canvas';

/** Value of the parameter `comment` while no thread is open. */
const ALL_THREADS = 'all';

const params = defineUrlParams({
  /** Id of the open thread, or `ALL_THREADS`. Absent while the panel is closed. */
  comment: param.id(),
  /** Open history. It uses the same space as the comments, so it closes when the comments open. */
  history: param.id(),
  version: param.id(),
});

/** The position of a new thread, in pixels of the upright image. */
type CommentPosition = readonly [number, number] | null;

/** The state of the comments of the image screen. The open thread is in the URL. */
export interface CommentsPanelState {
  readonly isOpen: boolean;
  readonly thread: string | null;
  readonly openThread: (id: string | null) => void;
  /** Opens the thread of a review remark. */
  readonly openRemark: (remark: string) => void;
  readonly close: () => void;
  readonly toggle: () => void;
  /** Whether the user picks the position of a new thread. */
  readonly isPlacing: boolean;
  readonly startPlacing: () => void;
  readonly cancelPlacing: () => void;
  /** Removes the picked position after the comment was sent, without moving the focus. */
  readonly clearPosition: () => void;
  readonly position: CommentPosition;
  readonly setPosition: (position: CommentPosition) => void;
  /** A new value moves the focus to the text field of a new thread. Null if the URL has opened the panel. */
  readonly focusKey: string | null;
}

export const CommentsContext = createContext<CommentsPanelState | null>(null);

/** Returns the state of the comments. Throws outside of the image screen. */
export function useCommentsPanel(): CommentsPanelState {
  const state = use(CommentsContext);
  if (!state) throw new Error('Outside the image screen');
  return state;
}

/** Creates the state of the comments of one image. */
export function useCreateCommentsPanel(imageId: string): CommentsPanelState {
  const { values, replace } = useUrlParams(params);
  const [draft, setDraft] = useState<{ image: string; isPlacing: boolean; position: CommentPosition }>();
  const [focusCount, setFocusCount] = useState(0);
  const { comment } = values;
  const currentDraft = draft?.image === imageId ? draft : undefined;
  return useMemo(() => {
    const isOpen = comment !== '';
    const openPanel = (threadId: string = ALL_THREADS) => replace({ comment: threadId, history: '', version: '' });
    const close = () => {
      setDraft(undefined);
      replace({ comment: '' });
      requestAnimationFrame(() => focusCanvas());
    };
    const focusText = () => setFocusCount((count) => count + 1);
    return {
      isOpen,
      thread: isOpen && comment !== ALL_THREADS ? comment : null,
      openThread: (id) => openPanel(id ?? ALL_THREADS),
      openRemark: openPanel,
      close,
      toggle: () => {
        if (isOpen) return close();
        openPanel();
        focusText();
      },
      isPlacing: currentDraft?.isPlacing ?? false,
      startPlacing: () => {
        if (!isOpen) openPanel();
        setDraft({ image: imageId, isPlacing: true, position: null });
      },
      cancelPlacing: () => {
        setDraft(undefined);
        requestAnimationFrame(() => focusCanvas());
      },
      clearPosition: () => setDraft(undefined),
      position: currentDraft?.position ?? null,
      setPosition: (position) => {
        setDraft({ image: imageId, isPlacing: false, position });
        focusText();
      },
      focusKey: focusCount === 0 ? null : String(focusCount),
    };
  }, [comment, replace, currentDraft, imageId, focusCount]);
}
