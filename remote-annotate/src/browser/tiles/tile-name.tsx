import { makeStyles } from '@console/shared-ui/basics';

/** Number of trailing characters that are always shown: the image number and the extension, `00042.jpg`. */
const TAIL = 9;

const useStyles = makeStyles({
  name: { position: 'relative', display: 'flex', minWidth: 0, whiteSpace: 'pre' },
  head: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  spoken: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)', whiteSpace: 'nowrap' },
});

/**
 * A file name on one line. It is truncated before its end, because names from one camera differ only there.
 */
export function TileName({ children: name }: { children: string }) {
  const styles = useStyles();
  // Split by code points so that surrogate pairs stay intact.
  const letters = [...name];
  return (
    <span className={styles.name}>
      <span className={styles.spoken}>{name}</span>
      <span aria-hidden className={styles.head}>
        {letters.slice(0, -TAIL).join('')}
      </span>
      <span aria-hidden>{letters.slice(-TAIL).join('')}</span>
    </span>
  );
}
