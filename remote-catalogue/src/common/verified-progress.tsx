import { makeStyles, ProgressBar, tokens } from '@console/shared-ui/basics';
import { commonMessages } from './common-messages';

const useStyles = makeStyles({
  progress: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXXS, minWidth: 0, maxWidth: '240px' },
  text: { fontSize: tokens.fontSizeBase200, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
});

interface VerifiedProgressProps {
  /** Undefined if an older server does not send the number. */
  verified: number | undefined;
  products: number | undefined;
}

/** Number of verified products of a set or a collection, as text and as a progress bar. */
export function VerifiedProgress({ verified, products }: VerifiedProgressProps) {
  const styles = useStyles();
  if (verified === undefined || products === undefined || products === 0) return '–';
  const text = commonMessages.verifiedOf(verified, products);
  return (
    <span className={styles.progress}>
      <span className={styles.text}>{text}</span>
      <ProgressBar aria-label={text} value={verified / products} color={verified === products ? 'success' : 'brand'} />
    </span>
  );
}
