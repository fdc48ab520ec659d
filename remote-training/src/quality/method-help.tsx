import { Caption1, Facts, Link, makeStyles, tokens } from '@console/shared-ui/basics';
import type { QualityDomain } from '@console/shared-contract/api';
import { listMeasures } from './estimates';
import { qualityMessages } from './quality-messages';

const { method, measures, formulas } = qualityMessages;
const useStyles = makeStyles({
  summary: { cursor: 'pointer', fontSize: tokens.fontSizeBase200, width: 'fit-content' },
  content: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    marginTop: tokens.spacingVerticalS,
    fontSize: tokens.fontSizeBase200,
    maxWidth: '100ch',
  },
});

/** The formulas of the measures of a domain with their sources. */
export function MethodHelp({ domain }: { domain: QualityDomain | undefined }) {
  const styles = useStyles();
  return (
    <details>
      <summary className={styles.summary}>{method.title}</summary>
      <div className={styles.content}>
        <Caption1>{domain === 'similarity' ? method.groupsIntro : method.intro}</Caption1>
        <Facts values={Object.fromEntries(listMeasures(domain).map((measure) => [measures[measure], formulas[measure]]))} />
        <Caption1>{method.interval}</Caption1>
        <Caption1>{method.decision}</Caption1>
        <Link href="/docs/quality">{method.guide}</Link>
      </div>
    </details>
  );
}
