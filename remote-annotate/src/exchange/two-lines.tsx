import { makeStyles, mergeClasses, tokens } from '@console/shared-ui/basics';

const useStyles = makeStyles({
  line: { display: 'block', whiteSpace: 'normal', overflowWrap: 'anywhere' },
  details: { fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200, color: tokens.colorNeutralForeground3 },
});

/** A table cell with a name and details below it. A separate column for the details would not fit into a narrow window. */
export function TwoLines({ name, details }: { name: string; details: string }) {
  const styles = useStyles();
  return (
    <>
      <span className={styles.line}>{name}</span>{' '}
      {details !== '' && <span className={mergeClasses(styles.line, styles.details)}>{details}</span>}
    </>
  );
}
