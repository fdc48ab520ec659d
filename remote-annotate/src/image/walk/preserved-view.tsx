import { Button, LockIcon } from '@console/shared-ui/basics';
import { useLayoutEffect, useSyncExternalStore } from 'react';
import type { Editor } from '../../editor';
import { messages } from '../../messages';
import { KeyTooltip } from '../keys/key-tooltip';
import { useKeyAction } from '../keys/use-key-action';

const KEY = 'annotate.keep-view';

/** What was looked at on the image before; of this page, for another visit looks at something else. */
let lastView: Editor['viewport']['view'] = null;
const listeners = new Set<() => void>();

const isViewPreserved = (): boolean => localStorage.getItem(KEY) === '1';

function setViewPreserved(kept: boolean): void {
  localStorage.setItem(KEY, kept ? '1' : '0');
  for (const listener of listeners) listener();
}

/** Shows of this image what was looked at on the one before, if the person keeps zoom and place. */
export function usePreservedView({ viewport }: Editor): void {
  // What ends ends before what begins: the image before has noted what is looked at.
  useLayoutEffect(() => {
    if (isViewPreserved() && lastView) viewport.show(lastView);
    return () => {
      lastView = viewport.view;
    };
  }, [viewport]);
}

/** Whether zoom and place stay from image to image. */
export function KeepViewButton() {
  const kept = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isViewPreserved);
  useKeyAction('keep-view', () => setViewPreserved(!kept));
  return (
    <KeyTooltip label={messages.walk.keepView} action="keep-view">
      <Button
        size="small"
        appearance={kept ? 'primary' : 'subtle'}
        icon={<LockIcon />}
        aria-pressed={kept}
        onClick={() => setViewPreserved(!kept)}
      />
    </KeyTooltip>
  );
}
