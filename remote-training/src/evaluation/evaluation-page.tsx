import type { Evaluation } from '@console/shared-contract/api';
import {
  Button,
  EmptyState,
  formatDateTime,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Permitted,
  ProgressBar,
  Text,
  tokens,
} from '@console/shared-ui/basics';
import { EntityPage } from '@console/shared-ui/details';
import { useUrlParams, useWrite } from '@console/shared-ui/pages';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { prefetchLabelChart } from '../chart';
import { evaluationMessages } from './data/evaluation-messages';
import { cancelEvaluation, decisionUrlParams, evaluationChanges, isRunning, useEvaluation } from './data/evaluation.queries';
import { TaskMeasures } from './measures/task-measures';
import { TopLabels } from './measures/top-labels';

const useStyles = makeStyles({
  running: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  progress: { flex: '1 1 160px' },
});

export function EvaluationPage() {
  const { id = '' } = useParams();
  const evaluation = useEvaluation(id);
  useEffect(prefetchLabelChart, []);
  return (
    <EntityPage
      query={evaluation}
      title={evaluationMessages.title}
      describe={(row) => ({ title: evaluationMessages.title, subtitle: formatCreated(row) })}
      notFound={evaluationMessages.notFound}
    >
      {(row) => <EvaluationContent evaluation={row} />}
    </EntityPage>
  );
}

function formatCreated({ created, created_by: creator }: Evaluation): string {
  const date = formatDateTime(created);
  return creator ? evaluationMessages.createdBy(date, creator.username) : evaluationMessages.created(date);
}

function EvaluationContent({ evaluation }: { evaluation: Evaluation }) {
  const { set } = useUrlParams(decisionUrlParams);
  // Older servers do not return tasks.
  const {
    id,
    result,
    work,
    tasks = [],
    pictures_gone: hasDeletedImages,
  } = evaluation as Evaluation & Partial<Pick<Evaluation, 'tasks'>>;
  const measuredTasks = tasks.filter(({ pictures }) => pictures > 0);
  const isEmpty = measuredTasks.length === 0 && result.top_labels.length === 0;
  const hasImages = measuredTasks.length > 0;
  return (
    <>
      {work && isRunning(evaluation) && <RunningEvaluation work={work} />}
      {work?.status === 'failed' && (
        <MessageBar intent="error">
          <MessageBarBody>{evaluationMessages.failed(work.error ?? '')}</MessageBarBody>
        </MessageBar>
      )}
      {work?.status === 'cancelled' && <Text>{evaluationMessages.cancelled}</Text>}
      {hasDeletedImages && (
        <MessageBar>
          <MessageBarBody>{evaluationMessages.imagesDeleted}</MessageBarBody>
        </MessageBar>
      )}
      {isEmpty && !hasDeletedImages && !isRunning(evaluation) && (
        <EmptyState>
          {evaluationMessages.noMeasurements}{' '}
          <Permitted<'POST /annotate/v2/evaluation'> permission="train">{evaluationMessages.howToMeasure}</Permitted>
        </EmptyState>
      )}
      {result.top_labels.length > 0 && (
        <TopLabels evaluation={id} topLabels={result.top_labels} onOpen={hasImages ? (filter) => set({ filter }) : undefined} />
      )}
      {hasImages && <TaskMeasures evaluation={id} tasks={measuredTasks} topNames={getLabelNames(result.top_labels)} />}
    </>
  );
}

function getLabelNames(topLabels: Evaluation['result']['top_labels']): ReadonlyMap<string, string> {
  return new Map(
    topLabels.flatMap(
      ({ id, name, labels }) =>
        [[id, name], ...labels.flatMap((subLabel) => (subLabel.id ? [[subLabel.id, subLabel.name]] : []))] as [string, string][],
    ),
  );
}

function RunningEvaluation({ work }: { work: NonNullable<Evaluation['work']> }) {
  const styles = useStyles();
  const cancellation = useWrite({
    send: () => cancelEvaluation(work),
    failure: evaluationMessages.cancelFailed,
    changes: () => evaluationChanges,
  });
  const text = evaluationMessages.running(work.done, work.total);
  return (
    <div className={styles.running} role="status">
      <ProgressBar className={styles.progress} aria-label={text} value={work.total ? work.done / work.total : undefined} />
      <Text>{text}</Text>
      <Button size="small" disabledFocusable={cancellation.isPending} onClick={() => void cancellation.send()}>
        {evaluationMessages.cancel}
      </Button>
    </div>
  );
}
