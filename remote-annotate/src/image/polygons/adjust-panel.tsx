import { Text, useNotify } from '@console/shared-ui/basics';
import { SliderField } from '@console/shared-ui/choices';
import { useEffect, useRef, useState } from 'react';
import { countVertices, getPolygonArea, type MaskShape, type PolygonShape } from '../../editor';
import { useTopic } from '../../editor/view/layer/use-topic';
import {
  applyAdjustment,
  calculateAdjustment,
  getAdjustedShapes,
  type AdjustableOperation,
  type Adjustment,
} from '../../shape-kinds/polygon/operations';
import { getMaskArea } from '../../shape-kinds/mask/mask-region';
import { useScreen } from '../context/screen-context';
import { PreviewPanel } from '../controls/preview-panel';
import { polygonCommandMessages as texts } from './polygon-command-messages';

type ShapeGeometries = readonly Pick<PolygonShape | MaskShape, 'kind' | 'data'>[];

interface Setting {
  readonly min: number;
  readonly initial: number;
  readonly max: number;
  readonly step: number;
  readonly describeChange: (before: ShapeGeometries, after: ShapeGeometries) => string;
}

/** For each operation, the range of values in image pixels, and the text that describes the previewed result. */
const SETTINGS: Readonly<Record<AdjustableOperation, Setting>> = {
  simplify: {
    min: 0.5,
    initial: 2,
    max: 20,
    step: 0.5,
    describeChange: (before, after) => texts.pointCount(countPoints(before), countPoints(after)),
  },
  'fill-gaps': {
    min: 1,
    initial: 5,
    max: 50,
    step: 1,
    describeChange: (before, after) => texts.areaChange(Math.round(sumAreas(after) - sumAreas(before))),
  },
};

/** Changes the selected shapes by a value that the user chooses, with a preview of the result. */
export function AdjustPanel({ operation, onClose }: { operation: AdjustableOperation; onClose: () => void }) {
  const { editor } = useScreen();
  const notify = useNotify();
  const { initial, min, max, step, describeChange } = SETTINGS[operation];
  const [value, setValue] = useState(initial);
  const document = useTopic(editor.topics.document);
  const selection = useTopic(editor.topics.selection);
  const [preview, setPreview] = useState<Adjustment | null>(null);
  const latestCalculation = useRef<Promise<Adjustment | null>>(null);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    latestCalculation.current = calculateAdjustment(editor, operation, value, signal).catch((error: unknown) => {
      if (!signal.aborted) notify.danger({ title: texts.failed, error });
      return null;
    });
    void latestCalculation.current.then((adjustment) => {
      if (!signal.aborted) setPreview(adjustment);
    });
    return () => controller.abort();
  }, [editor, operation, value, document, selection, notify]);
  const adjustedShapes = preview && getAdjustedShapes(preview);
  useEffect(() => editor.setPreview(adjustedShapes ?? []));
  useEffect(() => () => editor.setPreview([]), [editor]);
  const apply = async () => {
    // Wait for the result of the last value, which takes a moment for large masks.
    const adjustment = await latestCalculation.current;
    if (!adjustment) return;
    applyAdjustment(editor, adjustment);
    onClose();
  };
  return (
    <PreviewPanel
      title={texts.titles[operation]}
      applyLabel={texts.apply}
      discardLabel={texts.discard}
      onApply={() => void apply()}
      onDiscard={onClose}
    >
      <SliderField label={texts.values[operation]} value={value} min={min} max={max} step={step} onChange={setValue} />
      <Text role="status" size={200}>
        {preview && adjustedShapes ? describeChange(preview.shapes, adjustedShapes) : texts.calculating}
      </Text>
    </PreviewPanel>
  );
}

const countPoints = (shapes: ShapeGeometries) => shapes.reduce((total, { data }) => total + countVertices(data), 0);
const sumAreas = (shapes: ShapeGeometries) =>
  shapes.reduce((total, { kind, data }) => total + (kind === 'mask' ? getMaskArea(data) : getPolygonArea(data)), 0);
