import { Text } from '@console/shared-ui/basics';
import { SliderField } from '@console/shared-ui/choices';
import { useEffect, useState } from 'react';
import { countVertices, getPolygonArea, type MaskShape, type PolygonShape } from '../../editor';
import { useTopic } from '../../editor/view/layer/use-topic';
import {
  adjustPolygons,
  getAdjustableShapes,
  previewPolygons,
  type AdjustableOperation,
} from '../../shape-kinds/polygon/operations';
import { getMaskArea } from '../../shape-kinds/mask/mask-region';
import { useScreen } from '../context/screen-context';
import { PreviewPanel } from '../controls/preview-panel';
import { polygonCommandMessages as texts } from './polygon-command-messages';

type Shapes = readonly Pick<PolygonShape | MaskShape, 'kind' | 'data'>[];

interface Adjustment {
  readonly min: number;
  readonly initial: number;
  readonly max: number;
  readonly step: number;
  readonly describe: (before: Shapes, after: Shapes) => string;
}

/** The values that users can choose, in image pixels, and what the preview says about its result. */
const ADJUSTMENTS: Readonly<Record<AdjustableOperation, Adjustment>> = {
  simplify: {
    min: 0.5,
    initial: 2,
    max: 20,
    step: 0.5,
    describe: (before, after) => texts.pointCount(countPoints(before), countPoints(after)),
  },
  'fill-gaps': {
    min: 1,
    initial: 5,
    max: 50,
    step: 1,
    describe: (before, after) => texts.areaChange(Math.round(sumAreas(after) - sumAreas(before))),
  },
};

/** Changes the selected shapes by a value that the user chooses, with a preview of the result. */
export function AdjustPanel({ operation, onClose }: { operation: AdjustableOperation; onClose: () => void }) {
  const { editor } = useScreen();
  const { initial, min, max, step, describe } = ADJUSTMENTS[operation];
  const [value, setValue] = useState(initial);
  useTopic(editor.topics.document);
  useTopic(editor.topics.selection);
  const after = previewPolygons(editor, operation, value);
  useEffect(() => editor.setPreview(after));
  useEffect(() => () => editor.setPreview([]), [editor]);
  const apply = () => {
    adjustPolygons(editor, operation, value);
    onClose();
  };
  return (
    <PreviewPanel
      title={texts.titles[operation]}
      applyLabel={texts.apply}
      discardLabel={texts.discard}
      onApply={apply}
      onDiscard={onClose}
    >
      <SliderField label={texts.values[operation]} value={value} min={min} max={max} step={step} onChange={setValue} />
      <Text role="status" size={200}>
        {describe(getAdjustableShapes(editor, operation), after)}
      </Text>
    </PreviewPanel>
  );
}

const countPoints = (shapes: Shapes) => shapes.reduce((total, { data }) => total + countVertices(data), 0);
const sumAreas = (shapes: Shapes) =>
  shapes.reduce((total, { kind, data }) => total + (kind === 'mask' ? getMaskArea(data) : getPolygonArea(data)), 0);
