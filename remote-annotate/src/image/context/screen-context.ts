import type { Job, TrainingImage } from '@console/shared-contract/api';
import { useCanCall } from '@console/shared-auth';
import { createContext, use, type ReactNode } from 'react';
import type { OpenedLayer } from '../data/layer.queries';
import type { Editor } from '../../editor';
import type { Outbox, Write } from '../../outbox';
import type { JobStep, ExternalEffects } from '../history/external-effects';

/** Data and callbacks from the page that contains the image screen. */
export interface ScreenHost {
  /** The job that the image is opened from. The toolbar of the job then contains the verify button. Null without a job. */
  readonly job: Job | null;
  /**
   * The user's own annotations of the image (their layer), in a job in which users work independently. They replace the annotations of the
   * image.
   */
  readonly layer?: OpenedLayer | null;
  /** Whether the user reviews the image. Reviewers see the annotations of the image itself in every job. */
  readonly isReviewing?: boolean;
  /** Called when the image has been painted, or when the error about a failed load is shown. */
  readonly onSeen?: (view: 'item' | 'failure') => void;
  /** Shown at the start of the toolbar. */
  readonly bar?: ReactNode;
  /** Shown over the canvas. */
  readonly overlay?: ReactNode;
  /** Called after the image was deleted. Without this callback the screen navigates to the list of images. */
  readonly onDeleted?: () => void;
  /** Called after the user has reviewed the last suspected error of the image, to show the next image of a list. Absent without a list. */
  readonly onSuspectsDecided?: () => void;
  /** Minimum certainty in percent of the suspected errors to show. By default, the server chooses. */
  readonly minCertainty?: number | null;
  /** Returns the job step that led to this image. Further calls return null. The first undo or redo on the image applies to this step. */
  readonly consumeArrival?: (imageId: string) => Arrival | null;
  /** Called after the user has undone a job step (from one item to the next). `undone` contains the item to show. */
  readonly onUndone?: (undone: ExternalEffects) => void;
  /** Called after the user has redone a job step. `stored` resolves when its writes are in the outbox. */
  readonly onRedone?: (step: JobStep, writes: readonly Write[], stored: Promise<unknown>) => void;
}

/** How the user got to an image of a job. */
export type Arrival =
  /** By a job step. `work` undoes this step. `isRedo` is true if the step was a redo. */
  | { readonly by: 'step'; readonly isRedo: boolean; readonly work: ExternalEffects }
  /** By undoing the job step that led away from this image. `work` redoes this step. */
  | { readonly by: 'undo'; readonly work: ExternalEffects };

/** Data that all components of the image screen share. */
interface ImageScreenState extends ScreenHost {
  image: TrainingImage;
  editor: Editor;
  outbox: Outbox;
  /**
   * The id under which the outbox stores unsent changes of shapes and labels: derived from the image, or from the user's layer of the
   * image.
   */
  workId: string;
}

export const ScreenContext = createContext<ImageScreenState | null>(null);

/**
 * Whether the user may change shapes, labels, flags and metadata: the role allows it, and the user's own annotation layer is
 * not marked as done.
 */
export function useCanAnnotate(): boolean {
  const canAnnotate = useCanCall<'POST /detection/v2/object/'>('annotate');
  return canAnnotate && use(ScreenContext)?.layer?.isDone !== true;
}

/**
 * Whether the user may predict annotations. Not allowed in jobs that audit a model, because the model would then confirm its own
 * predictions.
 */
export function useCanPredict(): boolean {
  const canAnnotate = useCanAnnotate();
  return canAnnotate && use(ScreenContext)?.job?.audit !== true;
}

/** Returns the state of the image screen. Throws outside of the screen. */
export function useScreen(): ImageScreenState {
  const screen = use(ScreenContext);
  if (!screen) throw new Error('Outside the image screen');
  return screen;
}
