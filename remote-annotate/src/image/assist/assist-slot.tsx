import { LazyComponent } from '@console/shared-ui/basics';
import { useState } from 'react';
import { TIGHTENABLE_KINDS } from '../../assist/tightenable-kinds';
import { useTopic } from '../../editor/view/layer/use-topic';
import type { DecodedImage } from '../../image-decoding';
import { useScreen } from '../context/screen-context';
import { useKeyAction } from '../keys/use-key-action';
import { assistMessages } from './assist-messages';
import { useRememberedOptions } from './use-remembered-options';

const loadBar = async () => (await import('./assist-bar')).AssistBar;
const loadTightenPanel = async () => (await import('./tighten-panel')).TightenPanel;

/**
 * The bar of the tool that finds objects, and the panel that shrinks shapes to the objects inside them. Their code is loaded on first use.
 */
export function AssistSlot({ image }: { image: DecodedImage | null }) {
  const { editor } = useScreen();
  const { chosenTool } = useTopic(editor.topics.tool);
  const selection = useTopic(editor.topics.selection);
  useTopic(editor.topics.locked);
  useRememberedOptions(editor);
  const [tightenedSelection, setTightenedSelection] = useState<typeof selection | null>(null);
  const canTighten =
    image !== null && !editor.isReadOnly && editor.unlockedSelectedShapes.some(({ kind }) => TIGHTENABLE_KINDS.includes(kind));
  useKeyAction('tighten', canTighten ? () => setTightenedSelection(selection) : null);
  const isTightening = canTighten && tightenedSelection === selection;
  return (
    <>
      {chosenTool === 'assist' && <LazyComponent load={loadBar} title={assistMessages.bar} props={{ image }} skeleton={null} />}
      {isTightening && (
        <LazyComponent
          load={loadTightenPanel}
          title={assistMessages.tighten}
          props={{ image, onClose: () => setTightenedSelection(null) }}
          skeleton={null}
        />
      )}
    </>
  );
}
