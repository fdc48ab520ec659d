import { Button, LockIcon } from '@console/shared-ui/basics';
import { useLayoutEffect, useSyncExternalStore } from 'react';
import type { Editor } from '../../editor';
import { listNavigationMessages } from './list-navigation-messages';
import { KeyTooltip } from '../keys/key-tooltip';
import { useKeyAction } from '../keys/use-key-action';

const STORAGE_KEY = 'annotate.keep-view';

/** Zoom and position of the previous image, until the page is reloaded. */
let lastView: Editor['viewport']['view'] = null;
const listeners = new Set<() => void>();

const isViewPreserved = (): boolean => localStorage.getItem(STORAGE_KEY) === '1';

function setViewPreserved(isPreserved: boolean): void {
  localStorage.setItem(STORAGE_KEY, isPreserved ? '1' : '0');
  for (const listener of listeners) listener();
}

/** Shows each image with the zoom and position of the previous image, if the user has turned this option on. */
export function usePreservedView({ viewport }: Editor): void {
  // React runs the cleanup of the previous image first, so `lastView` is set before it is read.
  useLayoutEffect(() => {
    if (isViewPreserved() && lastView) viewport.show(lastView);
    return () => {
      lastView = viewport.view;
    };
  }, [viewport]);
}

/** A button that toggles whether zoom and position stay the same from image to image. */
export function KeepViewButton() {
  const isPreserved = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isViewPreserved);
  useKeyAction('keep-view', () => setViewPreserved(!isPreserved));
  return (
    <KeyTooltip label={listNavigationMessages.keepView} action="keep-view">
      <Button
        size="small"
        appearance={isPreserved ? 'primary' : 'subtle'}
        icon={<LockIcon />}
        aria-pressed={isPreserved}
        onClick={() => setViewPreserved(!isPreserved)}
      />
    </KeyTooltip>
  );
}
