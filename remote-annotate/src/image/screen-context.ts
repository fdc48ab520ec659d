import type { TrainingImage } from '@console/shared-contract/api';
import { createContext, use } from 'react';
import type { Editor } from '../editor';
import type { Outbox } from '../outbox';

/** What every part of the image screen works on. */
export interface Screen {
  image: TrainingImage;
  editor: Editor;
  outbox: Outbox;
  /** The image is an item of a job, whose toolbar verifies. */
  inJob: boolean;
}

export const ScreenContext = createContext<Screen | null>(null);

export function useScreen(): Screen {
  const screen = use(ScreenContext);
  if (!screen) throw new Error('Outside the image screen');
  return screen;
}
