import { Caption1, Facts, makeStyles, tokens } from '@console/shared-ui/basics';
import { statisticsMessages as messages } from './statistics-messages';

const useStyles = makeStyles({
  hint: { color: tokens.colorNeutralForeground3 },
  summary: { cursor: 'pointer', fontSize: tokens.fontSizeBase200, width: 'fit-content' },
  definitions: { marginTop: tokens.spacingVerticalS, fontSize: tokens.fontSizeBase200 },
});

/** Explains how the numbers are counted. */
export function CountingRules() {
  const styles = useStyles();
  const terms = Object.keys(messages.definition) as (keyof typeof messages.definition)[];
  return (
    <>
      <Caption1 className={styles.hint}>{`${messages.activeTimeRule} ${messages.origin} ${messages.days}`}</Caption1>
      <details>
        <summary className={styles.summary}>{messages.definitions}</summary>
        <div className={styles.definitions}>
          <Facts values={Object.fromEntries(terms.map((term) => [messages.terms[term], messages.definition[term]]))} />
        </div>
      </details>
    </>
  );
}
