import type { TrainingImage } from '@console/shared-contract/api';
import { useWorkspace } from '@console/shared-auth';
import { makeStyles, PageLink, SkeletonTiles, Thumbnail, tokens, TruncatedText } from '@console/shared-ui/basics';
import { ListPager, type ListState, QueryState } from '@console/shared-ui/pages';
import { getImageFileName } from '@console/shared-contract/image-file-name';
import { imagesMessages } from './images-messages';

const THUMBNAIL_SIZE = 150;
const useStyles = makeStyles({
  list: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    display: 'grid',
    gridTemplateColumns: `repeat(auto-fill, ${THUMBNAIL_SIZE}px)`,
    gap: tokens.spacingHorizontalM,
  },
  tile: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, width: `${THUMBNAIL_SIZE}px`, minWidth: 0 },
});

interface ImageListProps {
  /** Name of the list for screen readers. */
  label: string;
  list: ListState<TrainingImage>;
  empty: string;
}

/** A page of image thumbnails, each with a link to the image page. */
export function ImageList({ label, list, empty }: ImageListProps) {
  const styles = useStyles();
  const { workspace } = useWorkspace();
  return (
    <>
      <QueryState
        query={{ ...list, data: list.rows }}
        skeleton={<SkeletonTiles label={label} />}
        isEmpty={(rows) => rows.length === 0}
        empty={empty}
      >
        {(rows) => (
          <ul className={styles.list} aria-label={label}>
            {rows.map((image) => {
              const { id, thumb_img_path: thumb } = image;
              const name = getImageFileName(image) ?? id;
              return (
                <li key={id} className={styles.tile}>
                  <Thumbnail
                    src={thumb}
                    alt={name}
                    width={THUMBNAIL_SIZE}
                    height={THUMBNAIL_SIZE}
                    blur={workspace?.blur_images ?? false}
                  />
                  <TruncatedText>{name}</TruncatedText>
                  <PageLink to={`/image/${id}`}>{imagesMessages.openImage}</PageLink>
                </li>
              );
            })}
          </ul>
        )}
      </QueryState>
      <ListPager list={list} />
    </>
  );
}
