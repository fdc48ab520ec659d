import { useCanCall, useWorkspace } from '@console/shared-auth';
import type { MeasureDifference, ModelComparison as Comparison, ModelDomain } from '@console/shared-contract/api';
import { Badge, Button, Caption1, formatScore, makeStyles, PageLink, Text, Thumbnail, tokens } from '@console/shared-ui/basics';
import { QueryState, useWrite } from '@console/shared-ui/pages';
import { DataTable, type Column } from '@console/shared-ui/table';
import { useRef, useState } from 'react';
import { evaluateTask, evaluationChanges } from '../../evaluation/data/evaluation.queries';
import { evaluationMessages } from '../../evaluation/data/evaluation-messages';
import { useModelComparison } from '../models.queries';
import { comparisonMessages as messages } from './comparison-messages';

const COLORS = { better: 'success', undecided: 'informative', worse: 'danger' } as const;
const THUMBNAIL_SIZE = 96;
const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, marginTop: tokens.spacingVerticalS },
  summary: { cursor: 'pointer', width: 'fit-content' },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  images: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(120px, 1fr))',
    gap: tokens.spacingHorizontalM,
    maxHeight: '320px',
    overflowY: 'auto',
  },
  image: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXXS },
});

interface ModelComparisonProps {
  domain: ModelDomain;
  task: string;
  model: { id: string; in_use?: boolean };
}

/** Collapsed comparison of a model with the model in use, or of the model in use with the previous one. Loaded when it is opened. */
export function ModelComparison(props: ModelComparisonProps) {
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const title = props.model.in_use ? messages.withPrevious : messages.withCurrent;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.summary}>{title}</summary>
      {isOpen && (
        <div ref={content} tabIndex={-1} className={styles.content} role="group" aria-label={title}>
          <ComparisonContent {...props} onStarted={() => content.current?.focus()} />
        </div>
      )}
    </details>
  );
}

interface ComparisonContentProps extends ModelComparisonProps {
  /** Called when an evaluation was started. The button for it then disappears. */
  onStarted: () => void;
}

function ComparisonContent({ domain, task, model, onStarted }: ComparisonContentProps) {
  const comparison = useModelComparison(domain, model.id);
  return (
    <QueryState query={comparison}>
      {(data) =>
        data.other === null ? (
          <Text>{messages.noOther}</Text>
        ) : data.total === null ? (
          <MissingEvaluations domain={domain} task={task} comparison={data} onStarted={onStarted} />
        ) : (
          <ModelDifferences comparison={data} total={data.total} other={data.other.number} />
        )
      }
    </QueryState>
  );
}

/** Lists the compared models without an evaluation, with a button that evaluates the next of them. */
function MissingEvaluations({
  domain,
  task,
  comparison,
  onStarted,
}: Omit<ComparisonContentProps, 'model'> & { comparison: Comparison }) {
  const canEvaluate = useCanCall<'POST /detection/v2/task/{id}/evaluate'>('train');
  const untestedModels = [comparison.model, comparison.other]
    .filter((model) => model?.evaluation === null)
    .flatMap((model) => model ?? []);
  const nextModel = untestedModels[0];
  const evaluationStart = useWrite({
    send: (modelId: string) => evaluateTask(domain, task, modelId),
    success: evaluationMessages.started,
    failure: evaluationMessages.startFailed,
    changes: () => evaluationChanges,
  });
  const startNext = async (modelId: string) => {
    const result = await evaluationStart.send(modelId);
    // Let the caller move the focus: the pressed button disappears, and the focus would leave the dialog.
    if (result?.ok) onStarted();
  };
  if (comparison.evaluating) return <Text>{messages.evaluating}</Text>;
  return (
    <>
      <Text>{messages.missing(untestedModels.map(({ number }) => number))}</Text>
      {canEvaluate && nextModel && (
        <div>
          <Button size="small" disabledFocusable={evaluationStart.isPending} onClick={() => void startNext(nextModel.id)}>
            {messages.evaluate(nextModel.number)}
          </Button>
        </div>
      )}
    </>
  );
}

interface DifferencesProps {
  comparison: Comparison;
  total: MeasureDifference;
  /** Number of the model that is used as the reference. */
  other: number;
}

function ModelDifferences({ comparison, total, other: otherNumber }: DifferencesProps) {
  const styles = useStyles();
  const { workspace } = useWorkspace();
  const { labels, improved, worsened, changes, learned } = comparison;
  const label = messages.byLabel(otherNumber);
  return (
    <>
      <div className={styles.line}>
        <ResultBadge difference={total} />
        <Text>{messages.total(total, otherNumber)}</Text>
      </div>
      {learned > 0 && <Caption1>{messages.learned(learned)}</Caption1>}
      <DataTable label={label} columns={columns} rows={labels} rowId={({ id }) => id} defaultSort={DEFAULT_SORT} />
      <Caption1>{messages.method}</Caption1>
      {changes.length > 0 && (
        <details>
          <summary className={styles.summary}>{messages.changes(improved, worsened)}</summary>
          <ul className={styles.images} aria-label={messages.changes(improved, worsened)}>
            {changes.map(({ image: imageId, thumb_img_path, errors, other_errors }) => (
              <li key={imageId} className={styles.image}>
                <Thumbnail
                  src={thumb_img_path}
                  alt=""
                  width={THUMBNAIL_SIZE}
                  height={THUMBNAIL_SIZE}
                  blur={workspace?.blur_images ?? false}
                />
                <PageLink to={`/image/${imageId}`}>{messages.errors(errors, other_errors, total.measure)}</PageLink>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function ResultBadge({ difference: { result } }: { difference: MeasureDifference }) {
  return (
    <Badge appearance="tint" color={COLORS[result]} style={{ height: 'auto', whiteSpace: 'normal' }}>
      {messages.results[result]}
    </Badge>
  );
}

type LabelRow = Comparison['labels'][number];
const DEFAULT_SORT = { columnId: 'difference', direction: 'ascending' } as const;
const columns: readonly Column<LabelRow>[] = [
  { id: 'name', header: messages.columns.label, cell: ({ name }) => name, sortValue: ({ name }) => name, width: '130px' },
  {
    id: 'value',
    header: messages.columns.value,
    width: '80px',
    cell: ({ value }) => formatScore(value),
    sortValue: ({ value }) => value,
  },
  {
    id: 'other',
    header: messages.columns.other,
    width: '80px',
    cell: ({ other }) => formatScore(other),
    sortValue: ({ other }) => other,
  },
  {
    id: 'difference',
    header: messages.columns.difference,
    width: '208px',
    cell: (row) => messages.difference(row),
    sortValue: ({ difference }) => difference,
  },
  {
    id: 'images',
    header: messages.columns.images,
    width: '62px',
    cell: ({ pictures }) => pictures.toLocaleString('en'),
    sortValue: ({ pictures }) => pictures,
  },
  {
    id: 'result',
    header: messages.columns.result,
    width: '150px',
    cell: (row) => <ResultBadge difference={row} />,
    sortValue: ({ result }) => messages.results[result],
  },
];
