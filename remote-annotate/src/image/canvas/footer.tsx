import { kindMessages } from '../../shape-kinds/kind-messages';
import { SHAPE_KINDS } from '../../shape-kinds/kind-registry';
import { getKindIcon } from '../shape-card/shape-card';
import { useHasService } from '@console/shared-auth';
import { LazyComponent, makeStyles, TagsIcon, tokens } from '@console/shared-ui/basics';
import { Slider } from '@console/shared-ui/choices';
import { Fragment, memo, useState } from 'react';
import { imageMessages } from '../data/image-messages';
import { barContainer, NARROW_FOOTER, visuallyHidden } from '../controls/bar-styles';
import { EraseAll } from './erase-all';
import { OverflowTools } from '../controls/overflow-tools';
import { KeysButton } from '../keys/keys-button';
import { LoadButton } from '../prelabel/load-button';
import { PredictBar } from '../prelabel/predict-bar';
import { predictMessages } from '../prelabel/predict-messages';
import type { Prediction } from '../prelabel/predict-review';
import { NothingToAnnotate } from '../verification/nothing-to-annotate';
import { useCanAnnotate, useCanPredict, useScreen } from '../context/screen-context';
import { ZoomControls } from './zoom-controls';
import { useTopic } from '../../editor/view/layer/use-topic';

const loadReview = async () => (await import('../prelabel/predict-review')).PredictReview;

const useStyles = makeStyles({
  container: { ...barContainer, position: 'relative', zIndex: 1 },
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    [NARROW_FOOTER]: { gap: tokens.spacingHorizontalXS },
    flexShrink: 0,
    minHeight: '40px',
    padding: `0 ${tokens.spacingHorizontalM}`,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  counters: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalM,
    [NARROW_FOOTER]: { gap: tokens.spacingHorizontalS },
    marginInlineStart: 'auto',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
  },
  counter: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalXXS, whiteSpace: 'pre' },
  counterIcon: { display: 'none', [NARROW_FOOTER]: { display: 'inline-flex', fontSize: '16px' } },
  counterName: { [NARROW_FOOTER]: visuallyHidden },
  mask: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, fontSize: tokens.fontSizeBase200 },
});

interface FooterProps {
  /** Whether all shapes of the image are loaded. Until then, "Erase all" is disabled. */
  areShapesLoaded: boolean;
  /** 0 to 1. */
  maskOpacity: number;
  onMaskOpacity: (opacity: number) => void;
}

/** The bar below the image with buttons for predictions, loading shapes, erasing, shortcuts and zoom, and the number of shapes. */
export const Footer = memo(function Footer({ areShapesLoaded, maskOpacity, onMaskOpacity }: FooterProps) {
  const styles = useStyles();
  const { editor, image, layer } = useScreen();
  const { counts } = useTopic(editor.topics.document);
  const [prediction, setPrediction] = useState<Prediction | null>(null);
  const [predictedEditor, setPredictedEditor] = useState(editor);
  // Discard the prediction when another image is shown.
  if (predictedEditor !== editor) {
    setPredictedEditor(editor);
    setPrediction(null);
  }
  const canAnnotate = useCanAnnotate();
  const canPredict = useCanPredict();
  const canVerify = useHasService('annotate');
  const hasDetection = useHasService('custom-object-detection');
  const hasSegmentation = useHasService('custom-segmentation');
  const counters = [
    { name: imageMessages.labelCount, icon: <TagsIcon />, count: image.labels.length },
    ...SHAPE_KINDS.map((kind) => ({ name: kindMessages[kind].plural, icon: getKindIcon(kind), count: counts[kind] })),
  ];
  return (
    <div className={styles.container}>
      {prediction && canAnnotate && (
        <LazyComponent
          load={loadReview}
          title={predictMessages.review}
          props={{ prediction, onClose: () => setPrediction(null) }}
          skeleton={null}
        />
      )}
      <div className={styles.bar}>
        <OverflowTools bar="footer">
          {canAnnotate && (
            <Fragment key={image.id}>
              {canPredict && (hasDetection || hasSegmentation) && <PredictBar onPredicted={setPrediction} />}
              {hasDetection && !layer && <LoadButton areShapesLoaded={areShapesLoaded} />}
              <EraseAll areShapesLoaded={areShapesLoaded} />
              {canVerify && !layer && <NothingToAnnotate areShapesLoaded={areShapesLoaded} />}
            </Fragment>
          )}
          <KeysButton />
          {image.foreground_mask && (
            <label className={styles.mask}>
              {imageMessages.maskOpacity}
              <Slider
                size="small"
                min={0}
                max={1}
                step={0.05}
                value={maskOpacity}
                onChange={(_, data) => onMaskOpacity(data.value)}
              />
            </label>
          )}
        </OverflowTools>
        <ZoomControls />
        <span className={styles.counters}>
          {counters.map(({ name, icon, count }) => (
            <span key={name} className={styles.counter} title={`${name}: ${count}`}>
              <span aria-hidden className={styles.counterIcon}>
                {icon}
              </span>
              <span className={styles.counterName}>{`${name}: `}</span>
              {count}
            </span>
          ))}
        </span>
      </div>
    </div>
  );
});
