import { makeStyles, tokens } from '@console/shared-ui/basics';
import { RecognitionCard } from './recognition-card';
import { useImageLabelling } from './state/use-labelling';

const useStyles = makeStyles({ column: { padding: tokens.spacingHorizontalM } });

/** The tab with the recognition labels of the image. */
export function RecognitionTab() {
  const styles = useStyles();
  const labelling = useImageLabelling();
  return (
    <div className={styles.column}>
      <RecognitionCard labelling={labelling} tasks={labelling.tasks} />
    </div>
  );
}
