import type { DetectionTask } from '@console/shared-contract/api';
import { makeStyles, RemoteWidget, SkeletonTiles, Subsection, tokens } from '@console/shared-ui/basics';
import { messages } from '../messages';
import { refresh } from '../tasks-and-labels';

const words = messages.detection;
const useStyles = makeStyles({
  hint: { margin: 0, color: tokens.colorNeutralForeground3 },
});

/** Images without anything that the task looks for: picked in the image browser. */
export function NegativeImages({ task: { id, name, negative_images_count } }: { task: DetectionTask }) {
  const styles = useStyles();
  return (
    <Subsection title={words.negativeImages} count={negative_images_count}>
      <p className={styles.hint}>{words.negativeHint}</p>
      <RemoteWidget
        id="image-browser"
        range="^1.0.0"
        title={messages.imageBrowser}
        props={{
          target: { kind: 'detection-task', id, name },
          onMembershipChange: () => void refresh('detection'),
        }}
        skeleton={<SkeletonTiles label={messages.imageBrowser} />}
      />
    </Subsection>
  );
}
