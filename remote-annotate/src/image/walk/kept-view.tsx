import { Button, LockIcon } from '@console/shared-ui/basics';
import { useLayoutEffect, useSyncExternalStore } from 'react';
import type { Editor } from '../../editor';
import { messages } from '../../messages';
import { KeyTooltip } from '../keys/key-tooltip';
import { useKeyAction } from '../keys/use-key-action';

const KEY = 'annotate.keep-view';

/** What was looked at on the image before; of this page, for another visit looks at something else. */
let last: Editor['viewport']['view'] = null;
const listeners = new Set<() => void>();

const isKept = (): boolean => localStorage.getItem(KEY) === '1';

function keep(kept: boolean): void {
  localStorage.setItem(KEY, kept ? '1' : '0');
  for (const listener of listeners) listener();
}

/** Shows of this image what was looked at on the one before, if the person keeps zoom and place. */
export function useKeptView({ viewport }: Editor): void {
  // What ends ends before what begins: the image before has noted what is looked at.
  useLayoutEffect(() => {
    if (isKept() && last) viewport.show(last);
    return () => {
      last = viewport.view;
    };
  }, [viewport]);
}

/** Whether zoom and place stay from image to image. */
export function KeepViewButton() {
  const kept = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isKept);
  useKeyAction('keep-view', () => keep(!kept));
  return (
    <KeyTooltip label={messages.walk.keepView} action="keep-view">
      <Button
        size="small"
        appearance={kept ? 'primary' : 'subtle'}
        icon={<LockIcon />}
        aria-pressed={kept}
        onClick={() => keep(!kept)}
      />
    </KeyTooltip>
  );
}
