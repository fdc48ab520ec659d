import { Tooltip } from '@console/shared-ui/basics';
import { cloneElement, type ReactElement } from 'react';
import { formatChord, type ActionId } from '../../editor';
import { keyMessages } from './key-messages';
import { useTopic } from '../../editor/view/layer/use-topic';
import { useKeymap } from './user-keymap';

interface KeyTooltipProps {
  /** The accessible name of the control. */
  label: string;
  action: ActionId;
  children: ReactElement<{ 'aria-label'?: string; 'aria-keyshortcuts'?: string }>;
}

/** Gives a control its accessible name, and a tooltip with the key of the same action. */
export function KeyTooltip({ label, action, children }: KeyTooltipProps) {
  const keymap = useKeymap();
  useTopic(keymap.topic);
  const [chord] = keymap.getChords(action);
  return (
    <Tooltip content={keyMessages.withKey(label, chord && formatChord(chord))} relationship="inaccessible">
      {cloneElement(children, { 'aria-label': label, 'aria-keyshortcuts': chord?.replace('Ctrl', 'Control') })}
    </Tooltip>
  );
}

/** Makes Fluent menus and popovers treat this component like a Tooltip: they pass their trigger props to the child. */
KeyTooltip.isFluentTriggerComponent = true;
