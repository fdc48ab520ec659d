import { makeStyles, tokens } from '@console/shared-ui/basics';
import { PresentLabels } from '../recognition/present-labels';
import { useImageLabelling } from '../recognition/use-labelling';

const useStyles = makeStyles({ column: { padding: tokens.spacingHorizontalM } });

export function RecognitionTab() {
  const styles = useStyles();
  const labelling = useImageLabelling();
  return (
    <div className={styles.column}>
      <PresentLabels labelling={labelling} />
    </div>
  );
}
