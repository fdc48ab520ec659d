import { makeStyles, tokens } from '@fluentui/react-components';
import { Thumbnail } from '../thumbnail/thumbnail';

const useStyles = makeStyles({ room: { display: 'block', paddingBlock: tokens.spacingVerticalSNudge } });

/** A picture in a table, with room above and below: those of two rows do not touch. */
export function ThumbCell({ src }: { src: string | null }) {
  const styles = useStyles();
  return (
    <span className={styles.room}>
      <Thumbnail src={src} alt="" width={56} height={56} cover />
    </span>
  );
}
