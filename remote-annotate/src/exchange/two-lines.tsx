import { makeStyles, mergeClasses, tokens } from '@console/shared-ui/basics';

const useStyles = makeStyles({
  line: { display: 'block', whiteSpace: 'normal', overflowWrap: 'anywhere' },
  below: { fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200, color: tokens.colorNeutralForeground3 },
});

/** A cell with what matters most about its row under its name: a column of its own is out of sight in a narrow window. */
export function TwoLines({ name, below }: { name: string; below: string }) {
  const styles = useStyles();
  return (
    <>
      <span className={styles.line}>{name}</span>{' '}
      {below !== '' && <span className={mergeClasses(styles.line, styles.below)}>{below}</span>}
    </>
  );
}
