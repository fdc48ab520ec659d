import type { ProductImage } from '@console/shared-contract/api';
import { makeStyles, mergeClasses, Thumbnail, tokens } from '@console/shared-ui/basics';
import { useState } from 'react';
import { galleryMessages } from './gallery-messages';
import { useProductImages } from './product-images.queries';

/** Maximum number of thumbnails. The table below the gallery has the other images. */
const MAX_THUMBNAILS = 8;
const THUMBNAIL_SIZE = 56;

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0 },
  strip: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
  button: {
    padding: '2px',
    border: `1px solid ${tokens.colorTransparentStroke}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    cursor: 'pointer',
  },
  shown: { outline: `2px solid ${tokens.colorCompoundBrandStroke}` },
});

/** A large image of a product, with thumbnails to select another image. Hidden for a product without images. */
export function ProductGallery({ productId }: { productId: string }) {
  const styles = useStyles();
  const { data: images = [] } = useProductImages(productId);
  const [shownId, setShownId] = useState<string | null>(null);
  const shownImage = images.find(({ id }) => id === shownId) ?? images[0];
  if (!shownImage) return null;
  return (
    <div role="group" aria-label={galleryMessages.label} className={styles.root}>
      <a href={shownImage.file} target="_blank" rel="noopener" aria-label={galleryMessages.open(shownImage.name)}>
        <Thumbnail src={shownImage.file} alt={shownImage.name} width="100%" height="min(360px, 50vh)" />
      </a>
      {images.length > 1 && (
        <div className={styles.strip}>
          {images.slice(0, MAX_THUMBNAILS).map((image: ProductImage) => (
            <button
              key={image.id}
              type="button"
              className={mergeClasses(styles.button, image === shownImage && styles.shown)}
              aria-label={galleryMessages.show(image.name)}
              aria-pressed={image === shownImage}
              onClick={() => setShownId(image.id)}
            >
              <Thumbnail src={image.thumb} alt="" width={THUMBNAIL_SIZE} height={THUMBNAIL_SIZE} />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
