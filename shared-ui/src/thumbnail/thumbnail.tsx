import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useImageUrl } from '@console/shared-auth';
import { ImageIcon } from '../icons';
import { thumbnailMessages } from './thumbnail-messages';

const useStyles = makeStyles({
  // The grid row needs a fixed height. In an automatic row, 100% would be the height of the image, and tall images would be clipped.
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
  image: { width: '100%', height: '100%', objectFit: 'contain' },
  cover: { objectFit: 'cover' },
  icon: { fontSize: '24px' },
});

const blurFilter = 'blur(10px)';

export interface ThumbnailProps {
  src: string | null | undefined;
  alt: string;
  /** Width as a number of pixels or a CSS length. The same applies to `height`. */
  width?: number | string;
  height?: number | string;
  /** Whether to blur the image by 10 px, for workspaces with sensitive images. */
  blur?: boolean;
  /** Whether the image fills the frame and is cropped. Default: the complete image is visible. */
  cover?: boolean;
}

/** A small image with a fixed size, even while the image loads or if it is missing. An expired URL is refreshed. */
export function Thumbnail({ src, alt, width = 120, height = 120, blur = false, cover = false }: ThumbnailProps) {
  const styles = useStyles();
  const { url, hasFailed, onError } = useImageUrl(src || null);
  return (
    <span className={styles.frame} style={{ width, height }}>
      {url === null || hasFailed ? (
        <ImageIcon aria-label={thumbnailMessages.noImage} className={styles.icon} />
      ) : (
        <img
          src={url}
          alt={alt}
          loading="lazy"
          decoding="async"
          draggable={false}
          className={mergeClasses(styles.image, cover && styles.cover)}
          style={blur ? { filter: blurFilter } : undefined}
          onError={onError}
        />
      )}
    </span>
  );
}
