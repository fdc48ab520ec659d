import { makeStyles, ProgressBar, tokens } from '@console/shared-ui/basics';
import { messages } from '../messages';

const useStyles = makeStyles({
  share: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXXS, minWidth: 0, maxWidth: '240px' },
  words: { fontSize: tokens.fontSizeBase200, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
});

export interface VerifiedShareProps {
  /** Undefined where the deployment of the API does not count them. */
  verified: number | undefined;
  products: number | undefined;
}

/** How many of the products of a set or a collection are verified, in words and as a bar. */
export function VerifiedShare({ verified, products }: VerifiedShareProps) {
  const styles = useStyles();
  if (verified === undefined || products === undefined || products === 0) return '–';
  const words = messages.verifiedOf(verified, products);
  return (
    <span className={styles.share}>
      <span className={styles.words}>{words}</span>
      <ProgressBar aria-label={words} value={verified / products} color={verified === products ? 'success' : 'brand'} />
    </span>
  );
}
