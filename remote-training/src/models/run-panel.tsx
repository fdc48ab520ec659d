import { cancelWork } from '@console/shared-auth';
import type { ModelDomain, PredictionRun } from '@console/shared-contract/api';
import { Button, Caption1, makeStyles, PageLink, ProgressBar, Subsection, Text, tokens } from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { messages } from '../messages';
import { changesOf, isRunning, startRun, useRun } from './models.queries';

const words = messages.run;
const useStyles = makeStyles({
  hint: { margin: 0, color: tokens.colorNeutralForeground3 },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  progress: { flexGrow: 1, minWidth: '120px' },
});

/** Where the model in use disagrees with people, and where it is in doubt: looked for in the background. */
export function RunPanel({ domain, task, isTrained }: { domain: ModelDomain; task: string; isTrained: boolean }) {
  const styles = useStyles();
  const { data } = useRun(domain, task);
  const options = { failure: words.failed, changes: () => changesOf(domain) };
  const start = useWrite({ ...options, send: () => startRun(domain, task) });
  const cancel = useWrite({ ...options, send: ({ id, workspace }: Work) => cancelWork(id, workspace) });
  if (!data) return null;
  const { run } = data;
  const isGoingOn = isRunning(run);
  return (
    <Subsection title={words.title}>
      <p className={styles.hint}>{words.hint}</p>
      <div className={styles.line}>
        {run?.work && isGoingOn ? (
          <>
            <ProgressBar
              className={styles.progress}
              aria-label={words.running}
              value={run.work.total ? run.work.done / run.work.total : undefined}
            />
            <Caption1>{words.progress(run.work.done, run.work.total)}</Caption1>
            <Button size="small" disabledFocusable={cancel.isPending} onClick={() => run.work && void cancel.send(run.work)}>
              {words.cancel}
            </Button>
          </>
        ) : (
          <>
            <Button disabledFocusable={!isTrained || start.isPending} onClick={() => void start.send()}>
              {run ? words.again : words.start}
            </Button>
            {!isTrained && <Caption1>{words.needsModel}</Caption1>}
          </>
        )}
      </div>
      {run && !isGoingOn && <Outcome run={run} />}
    </Subsection>
  );
}

type Work = NonNullable<PredictionRun['work']>;

function Outcome({ run: { id, images, suspects, work, note } }: { run: PredictionRun }) {
  const styles = useStyles();
  return (
    <>
      {work?.status === 'failed' && <Text>{`${words.ended.failed}${work.error ?? ''}`}</Text>}
      {work?.status === 'cancelled' && <Text>{words.ended.cancelled}</Text>}
      {note && <Text>{note}</Text>}
      <div className={styles.line}>
        <Text>{words.done(images)}</Text>
        {images > 0 && <Text>{suspects > 0 ? words.suspects(suspects) : words.noSuspects}</Text>}
        {suspects > 0 && (
          <PageLink to="/images" query={`?suspects-of=${id}&sort=surest`}>
            {words.openSuspects}
          </PageLink>
        )}
        {images > 0 && (
          <PageLink to="/images" query={`?predicted-by=${id}&sort=uncertain`}>
            {words.openDoubts}
          </PageLink>
        )}
      </div>
    </>
  );
}
