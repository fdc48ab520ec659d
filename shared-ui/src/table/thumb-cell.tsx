import { makeStyles, tokens } from '@fluentui/react-components';
import { Thumbnail } from '../thumbnail/thumbnail';

const useStyles = makeStyles({ padded: { display: 'block', paddingBlock: tokens.spacingVerticalSNudge } });

/** A thumbnail in a table, with padding so that thumbnails of two rows do not touch. */
export function ThumbCell({ src }: { src: string | null }) {
  const styles = useStyles();
  return (
    <span className={styles.padded}>
      <Thumbnail src={src} alt="" width={56} height={56} />
    </span>
  );
}
