import { makeStyles, visuallyHidden } from '@console/shared-ui/basics';

/** Number of trailing characters that are always shown: the image number and the extension, `00042.jpg`. */
const TAIL_LENGTH = 9;

const useStyles = makeStyles({
  name: { position: 'relative', display: 'flex', minWidth: 0, whiteSpace: 'pre' },
  head: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  screenReaderText: visuallyHidden,
});

/** A file name on one line. A long name is truncated in the middle, because file names from one camera differ only at the end. */
export function TileName({ children: name }: { children: string }) {
  const styles = useStyles();
  // Split by code points so that surrogate pairs stay intact.
  const characters = [...name];
  return (
    <span className={styles.name}>
      <span className={styles.screenReaderText}>{name}</span>
      <span aria-hidden className={styles.head}>
        {characters.slice(0, -TAIL_LENGTH).join('')}
      </span>
      <span aria-hidden>{characters.slice(-TAIL_LENGTH).join('')}</span>
    </span>
  );
}
