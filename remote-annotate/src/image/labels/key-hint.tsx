import { formatChord, type ActionId } from '../../editor';
import { useTopic } from '../../editor/view/layer/use-topic';
import { useKeymap } from '../keys/user-keymap';
import { LabelKey } from './label-key';

/** Shows the key of an action, if the action has one. */
export function KeyHint({ action }: { action: ActionId }) {
  const keymap = useKeymap();
  useTopic(keymap.topic);
  const [chord] = keymap.getChords(action);
  return <LabelKey labelKey={chord && formatChord(chord)} />;
}
