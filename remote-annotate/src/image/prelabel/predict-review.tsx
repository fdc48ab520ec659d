import { DEFAULT_KEEP_PROB } from '@console/shared-contract/limits';
import { Button, ColorSwatch, makeStyles, Text, tokens, useNotify } from '@console/shared-ui/basics';
import { useEffect, useMemo, useState } from 'react';
import type { LabelledShape, NewShape } from '../../editor';
import { useTopic } from '../../editor/view/layer/use-topic';
import { useScreen } from '../context/screen-context';
import { useFocusCanvasOnUnmount } from '../controls/focus-canvas';
import { handleEscape } from '../controls/handle-escape';
import { getShapeColor, getShapeName } from '../labels/label-names';
import { addNewShapes } from './add-new-shapes';
import { findNewPredictions } from './find-new-predictions';
import { ThresholdRow } from './threshold-row';
import { getRememberedThresholds, rememberThresholds, type Thresholds } from './thresholds';
import { predictMessages } from './predict-messages';

const useStyles = makeStyles({
  panel: {
    position: 'absolute',
    bottom: '100%',
    insetInlineStart: tokens.spacingHorizontalM,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    boxSizing: 'border-box',
    width: '360px',
    maxWidth: `calc(100% - 2 * ${tokens.spacingHorizontalM})`,
    marginBottom: tokens.spacingVerticalS,
    padding: tokens.spacingHorizontalM,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
  },
  title: { margin: 0, fontSize: tokens.fontSizeBase300 },
  labels: { display: 'flex', flexDirection: 'column', maxHeight: '30vh', overflowY: 'auto' },
  buttons: { display: 'flex', justifyContent: 'flex-end', gap: tokens.spacingHorizontalS },
  reset: { marginInlineEnd: 'auto' },
});

export interface Prediction {
  readonly taskId: string;
  readonly shapes: readonly NewShape[];
  /** The minimum confidence in percent that the model recommends by label. Older servers recommend none. */
  readonly recommended: Thresholds;
}

/**
 * Previews the predicted shapes on the image and shows their numbers. The user sets a minimum confidence for each label, and adds the
 * shapes.
 */
export function PredictReview({ prediction, onClose }: { prediction: Prediction; onClose: () => void }) {
  const styles = useStyles();
  const notify = useNotify();
  const { editor } = useScreen();
  const { shapes: drawnShapes } = useTopic(editor.topics.document);
  const labels = useTopic(editor.topics.labels);
  const [ownThresholds, setOwnThresholds] = useState<Thresholds>(() => getRememberedThresholds(prediction.taskId));
  const thresholds = useMemo(() => ({ ...prediction.recommended, ...ownThresholds }), [prediction, ownThresholds]);
  const newPredictions = useMemo(
    () => findNewPredictions(drawnShapes, prediction.shapes, editor.imageSize),
    [drawnShapes, prediction, editor],
  );
  const confidentPredictions = useMemo(() => {
    const isConfident = (shape: NewShape) =>
      'labelId' in shape && getPercent(shape) >= (thresholds[shape.labelId] ?? DEFAULT_THRESHOLD);
    return findNewPredictions(drawnShapes, prediction.shapes.filter(isConfident), editor.imageSize);
  }, [drawnShapes, prediction, editor, thresholds]);
  useEffect(() => editor.setPreview(confidentPredictions.shapes), [editor, confidentPredictions]);
  useEffect(() => () => editor.setPreview([]), [editor]);
  useFocusCanvasOnUnmount();
  const count = confidentPredictions.shapes.length;
  const addShapes = () => {
    const addedCount = addNewShapes(editor, confidentPredictions.shapes, 'prediction');
    rememberThresholds(prediction.taskId, ownThresholds);
    const { matchedCount } = confidentPredictions;
    notify.success({
      title: predictMessages.added(addedCount),
      ...(matchedCount > 0 && { text: predictMessages.drawnAlready(matchedCount) }),
    });
    onClose();
  };
  return (
    <section aria-label={predictMessages.review} className={styles.panel} onKeyDown={(event) => handleEscape(event, onClose)}>
      <h3 className={styles.title}>{predictMessages.review}</h3>
      <Text size={200}>{predictMessages.reviewHint}</Text>
      <div className={styles.labels}>
        {groupByLabel(newPredictions.shapes).map(({ labelId, shapes }) => {
          const [firstShape] = shapes;
          const name = getShapeName(firstShape, labels);
          const threshold = thresholds[labelId] ?? DEFAULT_THRESHOLD;
          const chosenCount = confidentPredictions.shapes.filter((shape) => shape.labelId === labelId).length;
          return (
            <ThresholdRow
              key={labelId}
              name={name}
              icon={<ColorSwatch color={getShapeColor(firstShape, labels)} />}
              threshold={threshold}
              onChange={(value) => setOwnThresholds({ ...ownThresholds, [labelId]: value })}
              count={predictMessages.countOf(chosenCount, shapes.length)}
            />
          );
        })}
      </div>
      <div className={styles.buttons}>
        {Object.keys(ownThresholds).length > 0 && (
          <Button size="small" appearance="subtle" className={styles.reset} onClick={() => setOwnThresholds({})}>
            {predictMessages.reset}
          </Button>
        )}
        <Button size="small" onClick={onClose}>
          {predictMessages.discard}
        </Button>
        <Button size="small" appearance="primary" autoFocus disabledFocusable={count === 0} onClick={addShapes}>
          {predictMessages.add(count)}
        </Button>
      </div>
    </section>
  );
}

/** The minimum confidence in percent of labels for which the server recommends none. */
const DEFAULT_THRESHOLD = 100 * DEFAULT_KEEP_PROB;

const getPercent = ({ score = 1 }: { score?: number }) => Math.round(score * 100);

/** Groups the shapes by their label, in order of their first shape. */
function groupByLabel(shapes: readonly LabelledShape[]) {
  const groups = new Map<string, [LabelledShape, ...LabelledShape[]]>();
  for (const shape of shapes) {
    const group = groups.get(shape.labelId);
    if (group) group.push(shape);
    else groups.set(shape.labelId, [shape]);
  }
  return [...groups].map(([labelId, group]) => ({ labelId, shapes: group }));
}
