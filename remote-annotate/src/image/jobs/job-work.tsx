import type { Job } from '@console/shared-contract/api';
import { useHasService } from '@console/shared-auth';
import { EmptyState, makeStyles, SkeletonRows, tokens } from '@console/shared-ui/basics';
import { FlowRenderer } from '../flows/flow-renderer';
import { imageJobMessages } from './image-job-messages';
import { ConflictWarning } from '../recognition/conflict-warning';
import { LabelsFailed } from '../recognition/present-labels';
import { TaskPanels } from '../recognition/task-panel';
import type { Labelling } from '../recognition/state/use-labelling';

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, minWidth: 0 },
});

/** Shows the recognition tasks and the labelling flow of a job, for an image or object. */
export function JobWork({ job, labelling }: { job: Job; labelling: Labelling }) {
  const styles = useStyles();
  const hasFlows = useHasService('flows');
  const hasRecognition = useHasService('recognition');
  const { tasks, currentLabels, error, isLoading } = labelling;
  if (error && tasks.length === 0) return <LabelsFailed labelling={labelling} />;
  if (hasRecognition && job.recognition_tasks.length > 0 && tasks.length === 0 && isLoading) return <SkeletonRows />;
  const jobTasks = job.recognition_tasks.flatMap((id) => tasks.find((task) => task.id === id) ?? []);
  const flowId = hasFlows ? job.flow : null;
  if (jobTasks.length === 0 && flowId === null) return <EmptyState>{imageJobMessages.noTasks}</EmptyState>;
  return (
    <section aria-label={imageJobMessages.jobTasks} className={styles.column}>
      <ConflictWarning present={currentLabels ?? []} tasks={tasks} />
      <TaskPanels tasks={jobTasks} labelling={labelling} />
      {flowId !== null && <FlowRenderer id={flowId} labelling={labelling} />}
    </section>
  );
}
