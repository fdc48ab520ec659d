import { Button, Field, Input, makeStyles, tokens } from '@console/shared-ui/basics';
import { useState } from 'react';
import type { BoxShape } from '../../editor';
import { getAnyBoxBounds, getBoxAngle, isRotatedBox, toRotatedBox } from '../../editor/geometry/rotated-box';
import { shapeMessages } from '../../text/shape-messages';
import { useTopic } from '../../editor/view/layer/use-topic';
import { useScreen } from '../context/screen-context';

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, flexWrap: 'wrap' },
  // By default, the label would take a third of the width of the card.
  field: { gridTemplateColumns: 'auto auto', alignItems: 'center' },
  input: { width: '96px' },
});

/** The angle of a box, and a button that makes a rotated box upright. */
export function BoxAngle({ shape }: { shape: BoxShape }) {
  const styles = useStyles();
  const { editor } = useScreen();
  const [angleText, setAngleText] = useState<string | null>(null);
  const isLocked = useTopic(editor.topics.locked).has(shape.id);
  const isDisabled = editor.isReadOnly || isLocked;
  const setAngle = (value: string) => {
    setAngleText(value);
    const angle = Number(value);
    if (value.trim() === '' || !Number.isFinite(angle) || angle === getBoxAngle(shape.data)) return;
    const [x, y, width, height] = toRotatedBox(shape.data);
    editor.document.setData(shape.id, [x, y, width, height, angle], { coalesceKey: `angle:${shape.id}` });
  };
  const makeUpright = () => {
    const { minX, minY, maxX, maxY } = getAnyBoxBounds(shape.data);
    editor.document.setData(shape.id, [minX, minY, maxX, maxY]);
  };
  return (
    <div className={styles.row}>
      <Field className={styles.field} label={shapeMessages.angle} orientation="horizontal">
        <Input
          className={styles.input}
          type="number"
          size="small"
          step={1}
          disabled={isDisabled}
          value={angleText ?? `${getBoxAngle(shape.data)}`}
          onChange={(_, { value }) => setAngle(value)}
          onBlur={() => setAngleText(null)}
        />
      </Field>
      {isRotatedBox(shape.data) && (
        <Button size="small" disabled={isDisabled} onClick={makeUpright}>
          {shapeMessages.makeUpright}
        </Button>
      )}
    </div>
  );
}
