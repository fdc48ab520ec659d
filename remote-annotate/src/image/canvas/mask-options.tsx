import { Input, makeStyles } from '@console/shared-ui/basics';
import { Select } from '@console/shared-ui/choices';
import { useEffect, useState } from 'react';
import { BRUSH_SIZE, MASK_DRAWING_MODES, toBrushSize, type MaskDrawing, type MaskDrawingMode } from '../../editor';
import { useTopic } from '../../editor/view/layer/use-topic';
import { useScreen } from '../context/screen-context';
import { CanvasBar } from '../controls/canvas-bar';
import { KeyTooltip } from '../keys/key-tooltip';
import { useKeyAction } from '../keys/use-key-action';
import { rememberMaskDrawing } from '../preferences/user-preferences';
import { drawingMessages } from '../toolbar/drawing-messages';

const useStyles = makeStyles({
  mode: { width: '112px', minWidth: 0 },
  size: { width: '72px', minWidth: 0 },
});

/** Controls for the painting mode and the brush size. Shown while the mask tool is selected. */
export function MaskOptions() {
  const { editor } = useScreen();
  const isPainting = useTopic(editor.topics.tool).chosenTool === 'mask';
  const drawing = useTopic(editor.topics.maskDrawing);
  const changeDrawing = (next: Partial<MaskDrawing>) => editor.setMaskDrawing(next);
  // Store each change of the options, because the wheel and keys of the canvas also change the brush size.
  useEffect(() => rememberMaskDrawing(drawing), [drawing]);
  const nextMode = MASK_DRAWING_MODES[(MASK_DRAWING_MODES.indexOf(drawing.mode) + 1) % MASK_DRAWING_MODES.length] ?? 'brush';
  useKeyAction('mask-way', isPainting ? () => changeDrawing({ mode: nextMode }) : null);
  return isPainting && <MaskControls drawing={drawing} onChange={changeDrawing} />;
}

interface MaskControlsProps {
  drawing: MaskDrawing;
  onChange: (change: Partial<MaskDrawing>) => void;
}

function MaskControls({ drawing: { mode, brushSize }, onChange }: MaskControlsProps) {
  const styles = useStyles();
  const [brushSizeText, setBrushSizeText] = useState<string | null>(null);
  const setSize = (value: string) => {
    setBrushSizeText(value);
    const size = Number(value);
    if (value.trim() !== '' && Number.isFinite(size)) onChange({ brushSize: toBrushSize(size) });
  };
  return (
    <CanvasBar label={drawingMessages.maskOptions}>
      <KeyTooltip label={drawingMessages.maskMode} action="mask-way">
        <Select
          size="small"
          className={styles.mode}
          value={mode}
          onChange={(_, data) => onChange({ mode: data.value as MaskDrawingMode })}
        >
          {MASK_DRAWING_MODES.map((drawingMode) => (
            <option key={drawingMode} value={drawingMode}>
              {drawingMessages.maskModes[drawingMode]}
            </option>
          ))}
        </Select>
      </KeyTooltip>
      <KeyTooltip label={drawingMessages.brushSize} action="larger-brush">
        <Input
          className={styles.size}
          type="number"
          size="small"
          min={BRUSH_SIZE.min}
          max={BRUSH_SIZE.max}
          disabled={mode === 'rectangle' || mode === 'polygon'}
          value={brushSizeText ?? `${brushSize}`}
          onChange={(_, { value }) => setSize(value)}
          onBlur={() => setBrushSizeText(null)}
        />
      </KeyTooltip>
    </CanvasBar>
  );
}
