import { makeStyles } from '@console/shared-ui/basics';

/** Letters at the end that are always shown: the number of a picture and its kind, `00042.jpg`. */
const TAIL = 9;

const useStyles = makeStyles({
  name: { position: 'relative', display: 'flex', minWidth: 0, whiteSpace: 'pre' },
  head: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  spoken: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)', whiteSpace: 'nowrap' },
});

/** A picture's name on one line. What does not fit is cut before the end: names of one camera differ there, and nowhere else. */
export function TileName({ children: name }: { children: string }) {
  const styles = useStyles();
  // By letters and not by halves of them.
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
