import type { TrainingImage } from '@console/shared-contract/api';
import { useWorkspace } from '@console/shared-auth';
import { makeStyles, PageLink, SkeletonTiles, Thumbnail, tokens, TruncatedText } from '@console/shared-ui/basics';
import { ListPager, type ListState, QueryState } from '@console/shared-ui/pages';
import { FILE_NAME_KEY } from '@console/shared-contract/limits';
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

export interface ImageListProps {
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
            {rows.map(({ id, thumb_img_path: thumb, meta_data: meta }) => {
              const name = getFileName(meta) ?? id;
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

function getFileName(meta: unknown): string | null {
  const name = meta !== null && typeof meta === 'object' ? (meta as Record<string, unknown>)[FILE_NAME_KEY] : null;
  return typeof name === 'string' && name !== '' ? name : null;
}
