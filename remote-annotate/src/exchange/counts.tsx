import { makeStyles, tokens } from '@console/shared-ui/basics';

const useStyles = makeStyles({
  counts: { display: 'flex', flexWrap: 'wrap', gap: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalXXL}`, margin: 0 },
  count: { display: 'flex', flexDirection: 'column-reverse' },
  number: { margin: 0, fontSize: tokens.fontSizeBase500, fontVariantNumeric: 'tabular-nums' },
  muted: { color: tokens.colorNeutralForeground3 },
});

/** Shows numbers in a row, each above its label. */
export function Counts({ values }: { values: readonly (readonly [name: string, count: number])[] }) {
  const styles = useStyles();
  return (
    <dl className={styles.counts}>
      {values.map(([name, count]) => (
        <div key={name} className={styles.count}>
          <dt className={styles.muted}>{name}</dt>
          <dd className={styles.number}>{count.toLocaleString('en')}</dd>
        </div>
      ))}
    </dl>
  );
}
