import type { LabelledShape } from '@console/shared-contract/api';
import { useImageUrl } from '@console/shared-auth';
import { ImageIcon, makeStyles, mergeClasses, tokens, VerifiedFilledIcon } from '@console/shared-ui/basics';
import { memo } from 'react';
import { wallMessages } from '../data/wall-messages';

const useStyles = makeStyles({
  tile: {
    position: 'relative',
    display: 'grid',
    gridTemplate: '100% / 100%',
    placeItems: 'center',
    width: '100%',
    height: '100%',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground4,
    color: tokens.colorNeutralForeground4,
    cursor: 'pointer',
    userSelect: 'none',
  },
  image: { width: '100%', height: '100%', objectFit: 'contain' },
  blurred: { filter: 'blur(10px)' },
  /** A frame over the image of a selected tile. */
  frame: {
    position: 'absolute',
    inset: 0,
    borderRadius: 'inherit',
    pointerEvents: 'none',
    boxShadow: `inset 0 0 0 3px ${tokens.colorCompoundBrandStroke}`,
  },
  swatch: {
    position: 'absolute',
    insetInlineStart: '6px',
    top: '6px',
    width: '10px',
    height: '10px',
    borderRadius: '3px',
    boxShadow: `0 0 0 1px ${tokens.colorNeutralBackground1}`,
  },
  badge: {
    position: 'absolute',
    insetInlineStart: '5px',
    bottom: '5px',
    padding: '0 5px',
    borderRadius: tokens.borderRadiusSmall,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  verified: {
    position: 'absolute',
    insetInlineEnd: '5px',
    top: '5px',
    display: 'flex',
    borderRadius: '50%',
    fontSize: '16px',
    color: tokens.colorPaletteGreenForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
  },
});

interface WallTileProps {
  shape: LabelledShape;
  isSelected: boolean;
  blur: boolean;
}

/**
 * A tile with the part of the image that shows a shape. A badge shows the similarity, the probability of a label error, or the confidence
 * of the model.
 */
export const WallTile = memo(function WallTile({ shape, isSelected, blur }: WallTileProps) {
  const styles = useStyles();
  const ratio = shape.likeness ?? shape.suspicion ?? shape.confidence ?? null;
  return (
    <div className={styles.tile}>
      {/* Without the key, the tile would show the previous shape until the image has loaded. */}
      <TileImage key={shape.id} crop={shape.crop} blur={blur} />
      <span className={styles.swatch} style={{ backgroundColor: shape.label.color }} />
      {ratio !== null && <span className={styles.badge}>{wallMessages.percent(ratio)}</span>}
      {shape.image.verified && (
        <span className={styles.verified}>
          <VerifiedFilledIcon aria-hidden />
        </span>
      )}
      {isSelected && <span className={styles.frame} />}
    </div>
  );
});

function TileImage({ crop, blur }: { crop: string; blur: boolean }) {
  const styles = useStyles();
  const { url, hasFailed, onError } = useImageUrl(crop);
  if (url === null || hasFailed) return <ImageIcon aria-hidden />;
  return (
    <img
      src={url}
      alt=""
      decoding="async"
      draggable={false}
      className={mergeClasses(styles.image, blur && styles.blurred)}
      onError={onError}
    />
  );
}
