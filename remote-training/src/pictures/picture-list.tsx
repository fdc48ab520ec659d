import { useWorkspace } from '@console/shared-auth';
import { makeStyles, PageLink, Pager, SkeletonTiles, Thumbnail, tokens, TruncatedText } from '@console/shared-ui/basics';
import { QueryState } from '@console/shared-ui/pages';
import { FILE_NAME_KEY } from '@console/shared-contract/limits';
import { messages } from '../messages';
import { PICTURES_OF_PAGE, type usePictures } from './pictures.queries';

const words = messages.label;
const SIZE = 150;
const useStyles = makeStyles({
  list: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    display: 'grid',
    gridTemplateColumns: `repeat(auto-fill, ${SIZE}px)`,
    gap: tokens.spacingHorizontalM,
  },
  tile: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, width: `${SIZE}px`, minWidth: 0 },
});

export interface PictureListProps {
  /** Name of the list for screen readers. */
  label: string;
  query: ReturnType<typeof usePictures>;
  page: number;
  onPageChange: (page: number) => void;
  empty: string;
}

/** A page of images, each of which can be opened. */
export function PictureList({ label, query, page, onPageChange, empty }: PictureListProps) {
  const styles = useStyles();
  const { workspace } = useWorkspace();
  return (
    <QueryState query={query} skeleton={<SkeletonTiles label={label} />} isEmpty={({ count }) => count === 0} empty={empty}>
      {({ count, results }) => (
        <>
          <ul className={styles.list} aria-label={label}>
            {results.map(({ id, thumb_img_path: thumb, meta_data: meta }) => {
              const name = nameOf(meta) ?? id;
              return (
                <li key={id} className={styles.tile}>
                  <Thumbnail src={thumb} alt={name} width={SIZE} height={SIZE} blur={workspace?.blur_images ?? false} />
                  <TruncatedText>{name}</TruncatedText>
                  <PageLink to={`/image/${id}`}>{words.openImage}</PageLink>
                </li>
              );
            })}
          </ul>
          {count > PICTURES_OF_PAGE && (
            <Pager page={page} pageSize={PICTURES_OF_PAGE} total={count} onPageChange={onPageChange} />
          )}
        </>
      )}
    </QueryState>
  );
}

function nameOf(meta: unknown): string | null {
  const name = meta !== null && typeof meta === 'object' ? (meta as Record<string, unknown>)[FILE_NAME_KEY] : null;
  return typeof name === 'string' && name !== '' ? name : null;
}
