import type { DetectionTask } from '@console/shared-contract/api';
import { makeStyles, RemoteWidget, SkeletonTiles, Subsection, tokens } from '@console/shared-ui/basics';
import { detectionMessages } from './detection-messages';
import { messages } from '../messages';
import { refreshTasks } from '../tasks-and-labels';

const useStyles = makeStyles({
  hint: { margin: 0, color: tokens.colorNeutralForeground3 },
});

/** The image browser for selecting the negative images of a task, which show none of its labels. */
export function NegativeImages({ task: { id, name, negative_images_count } }: { task: DetectionTask }) {
  const styles = useStyles();
  return (
    <Subsection title={detectionMessages.negativeImages} count={negative_images_count}>
      <p className={styles.hint}>{detectionMessages.negativeHint}</p>
      <RemoteWidget
        id="image-browser"
        range="^1.0.0"
        title={messages.imageBrowser}
        props={{
          target: { kind: 'detection-task', id, name },
          onMembershipChange: () => void refreshTasks('detection'),
        }}
        skeleton={<SkeletonTiles label={messages.imageBrowser} />}
      />
    </Subsection>
  );
}
