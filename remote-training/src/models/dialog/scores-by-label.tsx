import type { ModelScores } from '@console/shared-contract/api';
import { formatScore, makeStyles, tokens } from '@console/shared-ui/basics';
import { messages } from '../../messages';
import { modelsMessages } from './models-messages';

const useStyles = makeStyles({
  summary: { cursor: 'pointer', width: 'fit-content' },
  scroll: { overflowX: 'auto', maxHeight: '260px', overflowY: 'auto' },
  table: { borderCollapse: 'collapse', width: '100%', fontVariantNumeric: 'tabular-nums' },
  head: {
    position: 'sticky',
    top: 0,
    backgroundColor: tokens.colorNeutralBackground1,
    textAlign: 'end',
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground3,
    paddingInline: tokens.spacingHorizontalS,
  },
  name: {
    textAlign: 'start',
    overflowWrap: 'anywhere',
    fontWeight: tokens.fontWeightRegular,
    paddingInline: tokens.spacingHorizontalS,
  },
  number: { textAlign: 'end', paddingInline: tokens.spacingHorizontalS },
});

type LabelScore = ModelScores['labels'][number];
type MeasureKey = 'precision' | 'recall' | 'ap50' | 'error';

const MEASURES: readonly MeasureKey[] = ['precision', 'recall', 'ap50', 'error'];

/** Scores of a model by label. Undefined scores, such as precision without predictions, are shown as a dash. */
export function ScoresByLabel({ scores, labels }: { scores: ModelScores; labels: ReadonlyMap<string, string> }) {
  const styles = useStyles();
  if (scores.labels.length === 0) return null;
  const visibleMeasures = MEASURES.filter((key) => scores.labels.some((label) => label[key] != null));
  const getLabelName = ({ id }: LabelScore) => labels.get(id) ?? messages.deletedLabel;
  const rows = [...scores.labels].sort((a, b) => getLabelName(a).localeCompare(getLabelName(b)));
  return (
    <details>
      <summary className={styles.summary}>{modelsMessages.byLabel}</summary>
      <div className={styles.scroll} role="group" aria-label={modelsMessages.byLabel} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col" className={styles.head} style={{ textAlign: 'start' }}>
                {modelsMessages.label}
              </th>
              {visibleMeasures.map((key) => (
                <th key={key} scope="col" className={styles.head}>
                  {modelsMessages[key]}
                </th>
              ))}
              <th scope="col" className={styles.head}>
                {modelsMessages.count}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((label) => (
              <tr key={label.id}>
                <th scope="row" className={styles.name}>
                  {getLabelName(label)}
                </th>
                {visibleMeasures.map((key) => (
                  <td key={key} className={styles.number}>
                    {formatScore(label[key])}
                  </td>
                ))}
                <td className={styles.number}>{label.count.toLocaleString('en')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
