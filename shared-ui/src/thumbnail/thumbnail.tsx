import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useImageUrl } from '@console/shared-auth';
import { ImageIcon } from '../icons';
import { messages } from '../messages';

const useStyles = makeStyles({
  // Rows of a fixed share: in an automatic one "100%" is the picture's own height, and a tall picture is cut.
  frame: {
    display: 'grid',
    gridTemplate: '100% / 100%',
    placeItems: 'center',
    overflow: 'hidden',
    flexShrink: 0,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground4,
    color: tokens.colorNeutralForeground4,
  },
  picture: { width: '100%', height: '100%', objectFit: 'contain' },
  cover: { objectFit: 'cover' },
  icon: { fontSize: '24px' },
});

const blurFilter = 'blur(10px)';

export interface ThumbnailProps {
  src: string | null | undefined;
  alt: string;
  /** Pixels, or any CSS length. */
  width?: number | string;
  height?: number | string;
  /** By 10 px, for workspaces whose pictures are not to be seen at a glance. */
  blur?: boolean;
  /** Fills the frame and cuts what is over; else the whole picture is seen. */
  cover?: boolean;
}

/** A small picture that keeps its place while it loads, and where there is none. One whose address has ended gets its new one. */
export function Thumbnail({ src, alt, width = 120, height = 120, blur = false, cover = false }: ThumbnailProps) {
  const styles = useStyles();
  const { url: shown, hasFailed, onError } = useImageUrl(src || null);
  return (
    <span className={styles.frame} style={{ width, height }}>
      {shown === null || hasFailed ? (
        <ImageIcon aria-label={messages.noPicture} className={styles.icon} />
      ) : (
        <img
          src={shown}
          alt={alt}
          loading="lazy"
          decoding="async"
          draggable={false}
          className={mergeClasses(styles.picture, cover && styles.cover)}
          style={blur ? { filter: blurFilter } : undefined}
          onError={onError}
        />
      )}
    </span>
  );
}
