import type { Job, TrainingImage } from '@console/shared-contract/api';
import { createContext, use, type ReactNode } from 'react';
import type { Editor } from '../editor';
import type { Outbox } from '../outbox';
import type { OutsideWork } from './history/outside-work';

/** What the page around the image screen has to do with it. */
export interface ScreenHost {
  /** The job that the image is worked on as an item of: its toolbar verifies. Null: the image stands alone. */
  readonly job: Job | null;
  /** The picture has been on the screen, or it is said there that it cannot be had. */
  readonly onSeen?: (what: 'item' | 'failure') => void;
  /** What the toolbar begins with. */
  readonly bar?: ReactNode;
  /** The image is not there any more; without it the list of images takes its place. */
  readonly onDeleted?: () => void;
  /** The step that led to this image, for the first undo on it; asked for once. */
  readonly arrivedBy?: (image: string) => OutsideWork | null;
  /** A step was taken back that was taken from this item. */
  readonly onUndone?: (item: { readonly job: string; readonly id: string }) => void;
}

/** What every part of the image screen works on. */
export interface Screen extends ScreenHost {
  image: TrainingImage;
  editor: Editor;
  outbox: Outbox;
}

export const ScreenContext = createContext<Screen | null>(null);

export function useScreen(): Screen {
  const screen = use(ScreenContext);
  if (!screen) throw new Error('Outside the image screen');
  return screen;
}
