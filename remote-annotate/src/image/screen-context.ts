import type { Job, TrainingImage } from '@console/shared-contract/api';
import { createContext, use, type ReactNode } from 'react';
import type { Editor } from '../editor';
import type { Outbox, Write } from '../outbox';
import type { JobStep, OutsideWork } from './history/outside-work';

/** What the page around the image screen has to do with it. */
export interface ScreenHost {
  /** The job that the image is worked on as an item of: its toolbar verifies. Null: the image stands alone. */
  readonly job: Job | null;
  /** The picture has been on the screen, or it is said there that it cannot be had. */
  readonly onSeen?: (what: 'item' | 'failure') => void;
  /** What the toolbar begins with. */
  readonly bar?: ReactNode;
  /** What lies over the canvas. */
  readonly overlay?: ReactNode;
  /** The image is not there any more; without it the list of images takes its place. */
  readonly onDeleted?: () => void;
  /** The last suspect of the image has been decided: shows the next image of its queue. Absent where there is no queue. */
  readonly onSuspectsDecided?: () => void;
  /** The step that led to this image, for the first undo or redo on it; asked for once. */
  readonly getArrival?: (image: string) => Arrival | null;
  /** A step of the job was taken back: by `undone`, where another image is shown. */
  readonly onUndone?: (undone: OutsideWork) => void;
  /** A step of the job is taken again, by these writes; `stored` resolves when they are safe. */
  readonly onRedone?: (step: JobStep, writes: readonly Write[], stored: Promise<unknown>) => void;
}

/** How an image of a job came to be shown. */
export type Arrival =
  /** By a step, which `work` takes back; `isAgain`: it was taken again. */
  | { readonly by: 'step'; readonly isAgain: boolean; readonly work: OutsideWork }
  /** The step from it was taken back; `work` takes it again. */
  | { readonly by: 'undo'; readonly work: OutsideWork };

/** What every part of the image screen works on. */
export interface ImageScreenState extends ScreenHost {
  image: TrainingImage;
  editor: Editor;
  outbox: Outbox;
}

export const ScreenContext = createContext<ImageScreenState | null>(null);

export function useScreen(): ImageScreenState {
  const screen = use(ScreenContext);
  if (!screen) throw new Error('Outside the image screen');
  return screen;
}
