import { Text } from '@console/shared-ui/basics';
import { SliderField } from '@console/shared-ui/choices';
import { useEffect, useState } from 'react';
import { countVertices, type PolygonShape } from '../../editor';
import { useTopic } from '../../editor/view/layer/use-topic';
import { getSimplified, simplifyPolygons } from '../../shape-kinds/polygon/operations';
import { useScreen } from '../context/screen-context';
import { PreviewPanel } from '../controls/preview-panel';
import { polygonCommandMessages as texts } from './polygon-command-messages';

/** Tolerance in image pixels. */
const [MIN_TOLERANCE, DEFAULT_TOLERANCE, MAX_TOLERANCE, STEP] = [0.5, 2, 20, 0.5];

/** Removes vertices of the selected polygons, with a preview of the result. */
export function SimplifyPanel({ onClose }: { onClose: () => void }) {
  const { editor } = useScreen();
  const [tolerance, setTolerance] = useState(DEFAULT_TOLERANCE);
  useTopic(editor.topics.document);
  useTopic(editor.topics.selection);
  const before = getSimplified(editor, 0);
  const after = getSimplified(editor, tolerance);
  useEffect(() => editor.setPreview(after));
  useEffect(() => () => editor.setPreview([]), [editor]);
  const apply = () => {
    simplifyPolygons(editor, tolerance);
    onClose();
  };
  return (
    <PreviewPanel
      title={texts.simplify}
      applyLabel={texts.apply}
      discardLabel={texts.discard}
      onApply={apply}
      onDiscard={onClose}
    >
      <SliderField
        label={texts.tolerance}
        value={tolerance}
        min={MIN_TOLERANCE}
        max={MAX_TOLERANCE}
        step={STEP}
        onChange={setTolerance}
      />
      <Text role="status" size={200}>
        {texts.pointCount(countAll(before), countAll(after))}
      </Text>
    </PreviewPanel>
  );
}

const countAll = (shapes: readonly PolygonShape[]) => shapes.reduce((sum, { data }) => sum + countVertices(data), 0);
