import type { Evaluation } from '@console/shared-contract/api';
import {
  Button,
  EmptyState,
  formatDateTime,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Page,
  ProgressBar,
  Text,
  tokens,
} from '@console/shared-ui/basics';
import { QueryState, useUrlParams, useWrite } from '@console/shared-ui/pages';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { prefetchLabelBars } from '../chart';
import { messages } from '../messages';
import { cancelEvaluation, evaluationChanges, isRunning, useEvaluation } from './evaluation.queries';
import { behindInAddress, TaskMeasures } from './task-measures';
import { TopLabels } from './top-labels';

const words = messages.evaluation;
const useStyles = makeStyles({
  running: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  progress: { flex: '1 1 160px' },
});

export function EvaluationPage() {
  const { id = '' } = useParams();
  const evaluation = useEvaluation(id);
  useEffect(prefetchLabelBars, []);
  return (
    <Page title={words.title} subtitle={evaluation.data && madeOf(evaluation.data)}>
      <QueryState query={evaluation} notFound={words.notFound}>
        {(row) => <Measured evaluation={row} />}
      </QueryState>
    </Page>
  );
}

function madeOf({ created, created_by: by }: Evaluation): string {
  const date = formatDateTime(created);
  return by ? words.createdBy(date, by.username) : words.created(date);
}

function Measured({ evaluation }: { evaluation: Evaluation }) {
  const { set } = useUrlParams(behindInAddress);
  // A server from before keeps no pictures.
  const {
    id,
    result,
    work,
    tasks = [],
    pictures_gone: isThinned,
  } = evaluation as Evaluation & Partial<Pick<Evaluation, 'tasks'>>;
  const measured = tasks.filter(({ pictures }) => pictures > 0);
  const isEmpty = measured.length === 0 && result.top_labels.length === 0;
  const keepsPictures = measured.length > 0;
  return (
    <>
      {work && isRunning(evaluation) && <Running work={work} />}
      {work?.status === 'failed' && (
        <MessageBar intent="error">
          <MessageBarBody>{words.failed(work.error ?? '')}</MessageBarBody>
        </MessageBar>
      )}
      {work?.status === 'cancelled' && <Text>{words.cancelled}</Text>}
      {isThinned && (
        <MessageBar>
          <MessageBarBody>{words.picturesGone}</MessageBarBody>
        </MessageBar>
      )}
      {isEmpty && !isThinned && !isRunning(evaluation) && <EmptyState>{words.nothingMeasured}</EmptyState>}
      {result.top_labels.length > 0 && (
        <TopLabels
          evaluation={id}
          topLabels={result.top_labels}
          onOpen={keepsPictures ? (behind) => set({ behind, behindPage: 1 }) : undefined}
        />
      )}
      {keepsPictures && <TaskMeasures evaluation={id} tasks={measured} topNames={namesOf(result.top_labels)} />}
    </>
  );
}

function namesOf(topLabels: Evaluation['result']['top_labels']): ReadonlyMap<string, string> {
  return new Map(
    topLabels.flatMap(
      ({ id, name, labels }) =>
        [[id, name], ...labels.flatMap((each) => (each.id ? [[each.id, each.name]] : []))] as [string, string][],
    ),
  );
}

function Running({ work }: { work: NonNullable<Evaluation['work']> }) {
  const styles = useStyles();
  const cancel = useWrite({
    send: () => cancelEvaluation(work),
    failure: words.cancelFailed,
    changes: () => evaluationChanges,
  });
  const text = words.running(work.done, work.total);
  return (
    <div className={styles.running} role="status">
      <ProgressBar className={styles.progress} aria-label={text} value={work.total ? work.done / work.total : undefined} />
      <Text>{text}</Text>
      <Button size="small" disabledFocusable={cancel.isPending} onClick={() => void cancel.send()}>
        {words.cancel}
      </Button>
    </div>
  );
}
