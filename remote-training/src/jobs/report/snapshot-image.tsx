import type { ItemSnapshot, TrainingImage } from '@console/shared-contract/api';
import { makeStyles, tokens } from '@console/shared-ui/basics';
import { getLineStyle, LineSample, ShapeOutline } from '@console/shared-ui/shape-outlines';
import { agreementMessages } from './job-report-messages';
import { messages } from '../../messages';

const useStyles = makeStyles({
  frame: {
    position: 'relative',
    // In a dialog with many shapes, the image would otherwise shrink to a strip and no longer match the outlines.
    flexShrink: 0,
    maxWidth: 'min(100%, 960px)',
    overflow: 'hidden',
    backgroundColor: tokens.colorNeutralBackground3,
  },
  image: { display: 'block', width: '100%', height: 'auto' },
  blurred: { filter: 'blur(12px)' },
  overlay: { position: 'absolute', inset: 0, width: '100%', height: '100%' },
  legend: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalL, margin: 0, padding: 0, listStyleType: 'none' },
  key: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

interface SnapshotImageProps {
  image: Pick<TrainingImage, 'img_path' | 'img_width' | 'img_height'>;
  snapshots: readonly ItemSnapshot[];
  /** Ids of users whose shapes are not drawn. */
  hiddenUserIds: ReadonlySet<string>;
  blur: boolean;
}

/** Draws the shapes of several users over one image. Shapes that no other user has drawn are filled. */
export function SnapshotImage({
  image: { img_path, img_width, img_height },
  snapshots,
  hiddenUserIds,
  blur,
}: SnapshotImageProps) {
  const styles = useStyles();
  const overlayLabel = agreementMessages.overlay(snapshots[0]?.user.username ?? '', snapshots[1]?.user.username ?? '');
  return (
    <>
      <ul className={styles.legend}>
        {snapshots.map(({ user }, userIndex) => (
          <li key={user.id} className={styles.key}>
            <LineSample lineStyle={getLineStyle(userIndex)} />
            {user.username}
          </li>
        ))}
      </ul>
      {/* Limits the width, so that a portrait image also fits into 70 % of the window height. */}
      <div className={styles.frame} style={{ maxWidth: `min(100%, ${(70 * img_width) / img_height}vh)` }}>
        <img
          src={img_path}
          alt={agreementMessages.imageAlt}
          width={img_width}
          height={img_height}
          className={`${styles.image} ${blur ? styles.blurred : ''}`}
        />
        <svg role="img" aria-label={overlayLabel} viewBox={`0 0 ${img_width} ${img_height}`} className={styles.overlay}>
          {snapshots.map(({ user, shapes }, userIndex) =>
            hiddenUserIds.has(user.id)
              ? null
              : shapes.map((shape, index) => <Outline key={`${user.id} ${index}`} shape={shape} userIndex={userIndex} />),
          )}
        </svg>
      </div>
    </>
  );
}

function Outline({ shape, userIndex }: { shape: ItemSnapshot['shapes'][number]; userIndex: number }) {
  const { kind, name, matched_by } = shape;
  return (
    <ShapeOutline
      shape={shape}
      lineStyle={getLineStyle(userIndex)}
      title={name ?? messages.deletedLabel}
      isFilled={kind !== 'point' && matched_by.length === 0}
    />
  );
}
