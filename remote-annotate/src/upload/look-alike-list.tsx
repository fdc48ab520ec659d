import { makeStyles, Thumbnail, tokens, Tooltip } from '@console/shared-ui/basics';
import { Link } from 'react-router-dom';
import { getImageFileName } from '@console/shared-contract/image-file-name';
import { uploadMessages } from './queue/upload-messages';
import { useLookAlikes } from './queue/uploads';

const useStyles = makeStyles({
  texts: { fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200, color: tokens.colorNeutralForeground3 },
  list: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalXS,
    margin: `${tokens.spacingVerticalXXS} 0 0`,
    padding: 0,
    listStyleType: 'none',
  },
  link: { display: 'block', ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' } },
});

/**
 * Lists the images that look like an uploaded image, because the upload may be a duplicate in another format or size. Renders
 * nothing without matches.
 */
export function LookAlikeList({ image }: { image: string }) {
  const styles = useStyles();
  const matches = useLookAlikes().byImage.get(image);
  if (!matches || matches.length === 0) return null;
  return (
    <>
      <span className={styles.texts}>{uploadMessages.looksLike}</span>
      <ul aria-label={uploadMessages.looksLike} className={styles.list}>
        {matches.map(({ likeness, image }) => {
          const { id, thumb_img_path } = image;
          const name = uploadMessages.lookAlike(getImageFileName(image), likeness);
          return (
            <li key={id}>
              <Tooltip content={name} relationship="label">
                <Link to={`/image/${id}`} className={styles.link}>
                  <Thumbnail src={thumb_img_path} alt="" width={44} height={44} cover />
                </Link>
              </Tooltip>
            </li>
          );
        })}
      </ul>
    </>
  );
}
