import { makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components';
import { stateMessages } from './state-messages';

const useStyles = makeStyles({
  rows: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  tiles: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(var(--tile), 1fr))', gap: tokens.spacingHorizontalM },
});

/** Placeholder for lines of text. */
export function SkeletonRows({ rows = 5, label = '' }: { rows?: number; label?: string }) {
  const styles = useStyles();
  return (
    <Skeleton aria-label={stateMessages.loading(label).trim()} className={styles.rows}>
      {Array.from({ length: rows }, (_, row) => (
        <SkeletonItem key={row} size={20} style={{ width: `${96 - ((row * 17) % 40)}%` }} />
      ))}
    </Skeleton>
  );
}

/** Placeholder for images. `width` and `height` are in pixels. */
export function SkeletonTiles({
  tiles = 12,
  width = 140,
  height = 150,
  label = '',
}: {
  tiles?: number;
  width?: number;
  height?: number;
  label?: string;
}) {
  const styles = useStyles();
  return (
    <Skeleton
      aria-label={stateMessages.loading(label).trim()}
      className={styles.tiles}
      style={{ '--tile': `${width}px` } as React.CSSProperties}
    >
      {Array.from({ length: tiles }, (_, tile) => (
        <SkeletonItem key={tile} style={{ height }} />
      ))}
    </Skeleton>
  );
}
