import { Tooltip } from '@console/shared-ui/basics';
import { cloneElement, useSyncExternalStore, type ReactElement } from 'react';
import { chordName, type ActionId } from '../../editor';
import { messages } from '../../messages';
import { useKeymap } from './user-keymap';

interface KeyTooltipProps {
  /** The control's name. */
  label: string;
  action: ActionId;
  children: ReactElement<{ 'aria-label'?: string; 'aria-keyshortcuts'?: string }>;
}

/** Names a control, and shows the key that does the same. */
export function KeyTooltip({ label, action, children }: KeyTooltipProps) {
  const keymap = useKeymap();
  useSyncExternalStore(keymap.topic.subscribe, keymap.topic.getSnapshot);
  const [chord] = keymap.chordsOf(action);
  return (
    <Tooltip content={messages.canvas.withKey(label, chord && chordName(chord))} relationship="inaccessible">
      {cloneElement(children, { 'aria-label': label, 'aria-keyshortcuts': chord?.replace('Ctrl', 'Control') })}
    </Tooltip>
  );
}

/** Menus and popovers reach through it to the control, as through a tooltip of the library. */
KeyTooltip.isFluentTriggerComponent = true;
