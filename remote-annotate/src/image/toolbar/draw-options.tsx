import { makeStyles, Picker, tokens } from '@console/shared-ui/basics';
import { Select } from '@console/shared-ui/choices';
import { useMemo } from 'react';
import { BOX_DRAWING_MODES, type BoxDrawingMode } from '../../editor';
import { useTopic } from '../../editor/view/layer/use-topic';
import { drawingMessages } from './drawing-messages';
import { COMPACT_TOOLBAR } from '../controls/bar-styles';
import { TINY_TOOLBAR } from '../controls/overflow-tools';
import { toLabelChoice } from '../labels/label-keys';
import { rankChoices } from '../labels/label-ranking';
import { useDrawnKind, useRankedLabels } from '../labels/use-label-keys';
import { useLabelSearch } from '../labels/use-label-search';
import { useKeyAction } from '../keys/use-key-action';
import { rememberBoxDrawingMode } from '../preferences/user-preferences';
import { useScreen } from '../context/screen-context';

const useStyles = makeStyles({
  sticky: { width: '148px', [COMPACT_TOOLBAR]: { width: '128px' }, [TINY_TOOLBAR]: { width: '150px', order: 1 } },
  // Use a smaller font, so that "Ask each time" fits.
  input: { [COMPACT_TOOLBAR]: { fontSize: tokens.fontSizeBase200 } },
  mode: {
    width: '148px',
    // On a narrow toolbar, show the option over the corner of the canvas. A second line of the toolbar would move the canvas.
    [COMPACT_TOOLBAR]: {
      position: 'absolute',
      top: `calc(100% + ${tokens.spacingVerticalS})`,
      insetInlineStart: tokens.spacingHorizontalS,
      boxShadow: tokens.shadow8,
    },
  },
});

/** Value of the choice "Ask each time". */
const ASK_EACH_TIME = '';

/** A picker for the label of new shapes. It stays visible for tools whose shapes have no labels, so that other controls do not move. */
export function NextShapeLabel() {
  const styles = useStyles();
  const { editor } = useScreen();
  const kind = useDrawnKind();
  useTopic(editor.topics.sticky);
  const labels = useRankedLabels(kind);
  const { containerProps, finish } = useLabelSearch(labels.length > 0);
  const choices = useMemo(
    () => [{ value: ASK_EACH_TIME, label: drawingMessages.askEachTime }, ...labels.map(toLabelChoice)],
    [labels],
  );
  return (
    <div className={styles.sticky} {...containerProps}>
      <Picker
        aria-label={drawingMessages.sticky}
        inputClassName={styles.input}
        choices={choices}
        disabled={labels.length === 0}
        rank={(allChoices, query) => (query.trim() === '' ? allChoices : rankChoices(allChoices, query))}
        selected={[(kind && editor.getStickyLabel(kind)) ?? ASK_EACH_TIME]}
        onSelect={([chosenValue = ASK_EACH_TIME]) => {
          if (kind) editor.setStickyLabel(kind, chosenValue === ASK_EACH_TIME ? null : chosenValue);
          finish();
        }}
      />
    </div>
  );
}

/** A picker for the drawing method of boxes. Shown while the box tool is selected. */
export function BoxDrawingModeChoice() {
  const { editor } = useScreen();
  const isDrawingBoxes = useTopic(editor.topics.tool).chosenTool === 'detection';
  const currentMode = useTopic(editor.topics.boxDrawingMode);
  const chooseMode = (mode: BoxDrawingMode) => {
    editor.setBoxDrawingMode(mode);
    rememberBoxDrawingMode(mode);
  };
  const nextMode = BOX_DRAWING_MODES[(BOX_DRAWING_MODES.indexOf(currentMode) + 1) % BOX_DRAWING_MODES.length] ?? 'drag';
  useKeyAction('box-way', isDrawingBoxes ? () => chooseMode(nextMode) : null);
  return isDrawingBoxes && <BoxDrawingModeSelect mode={currentMode} onChoose={chooseMode} />;
}

function BoxDrawingModeSelect({
  mode: currentMode,
  onChoose,
}: {
  mode: BoxDrawingMode;
  onChoose: (mode: BoxDrawingMode) => void;
}) {
  const styles = useStyles();
  return (
    <Select
      size="small"
      className={styles.mode}
      aria-label={drawingMessages.boxDrawingMode}
      value={currentMode}
      onChange={(_, data) => onChoose(data.value as BoxDrawingMode)}
    >
      {BOX_DRAWING_MODES.map((drawingMode) => (
        <option key={drawingMode} value={drawingMode}>
          {drawingMessages.boxDrawingModes[drawingMode]}
        </option>
      ))}
    </Select>
  );
}
