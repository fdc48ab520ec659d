import { useHasService } from '@console/shared-auth';
import { Button, ConfirmDialog, DeleteIcon, makeStyles, tokens } from '@console/shared-ui/basics';
import { Slider } from '@console/shared-ui/choices';
import { useState } from 'react';
import { messages } from '../messages';
import { KeysButton } from './keys/keys-button';
import { useKeyAction } from './keys/use-key-action';
import { LoadButton } from './prelabel/load-button';
import { PredictBar } from './prelabel/predict-bar';
import { useScreen } from './screen-context';
import { ZoomControls } from './zoom-controls';
import { useTopic } from '../editor/view/use-topic';

const words = messages.image;
const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
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
    marginInlineStart: 'auto',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
  },
  mask: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, fontSize: tokens.fontSizeBase200 },
});

export interface FooterProps {
  /** All shapes of the server are in the document: only then can all be erased. */
  isComplete: boolean;
  /** 0 to 1. */
  maskOpacity: number;
  onMaskOpacity: (opacity: number) => void;
}

export function Footer({ isComplete, maskOpacity, onMaskOpacity }: FooterProps) {
  const styles = useStyles();
  const { editor, image } = useScreen();
  const { counts, shapes } = useTopic(editor.topics.document);
  const hasDetection = useHasService('custom-object-detection');
  const hasSegmentation = useHasService('custom-segmentation');
  const [isAsking, setIsAsking] = useState(false);
  const canErase = isComplete && shapes.length > 0;
  useKeyAction('erase-all', canErase ? () => setIsAsking(true) : null);
  return (
    <div className={styles.bar}>
      {(hasDetection || hasSegmentation) && <PredictBar />}
      {hasDetection && <LoadButton isComplete={isComplete} />}
      <Button size="small" appearance="subtle" icon={<DeleteIcon />} disabled={!canErase} onClick={() => setIsAsking(true)}>
        {words.eraseAll}
      </Button>
      <KeysButton />
      <ZoomControls />
      {image.foreground_mask && (
        <label className={styles.mask}>
          {words.maskOpacity}
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
      <span className={styles.counters}>
        <span>{`${words.counters.labels}: ${image.labels.length}`}</span>
        <span>{`${words.counters.objects}: ${counts.object}`}</span>
        <span>{`${words.counters.polygons}: ${counts.polygon}`}</span>
        <span>{`${words.counters.points}: ${counts.point}`}</span>
      </span>
      <ConfirmDialog
        open={isAsking}
        title={words.eraseAllTitle}
        confirmLabel={words.eraseAll}
        onConfirm={() => {
          editor.eraseAll();
          setIsAsking(false);
        }}
        onCancel={() => setIsAsking(false)}
      >
        {words.eraseAllText}
      </ConfirmDialog>
    </div>
  );
}
