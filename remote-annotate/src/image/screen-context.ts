import type { Job, TrainingImage } from '@console/shared-contract/api';
import { createContext, use } from 'react';
import type { Editor } from '../editor';
import type { Outbox } from '../outbox';

/** What every part of the image screen works on. */
export interface Screen {
  image: TrainingImage;
  editor: Editor;
  outbox: Outbox;
  /** The job that the image is worked on as an item of: its toolbar verifies. Null: the image stands alone. */
  job: Job | null;
}

export const ScreenContext = createContext<Screen | null>(null);

export function useScreen(): Screen {
  const screen = use(ScreenContext);
  if (!screen) throw new Error('Outside the image screen');
  return screen;
}
