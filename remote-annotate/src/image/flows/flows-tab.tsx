import { makeStyles, tokens } from '@console/shared-ui/basics';
import { FlowCard } from './flow-card';
import { useImageLabelling } from '../recognition/state/use-labelling';

const useStyles = makeStyles({ column: { padding: tokens.spacingHorizontalM } });

/** The tab with a flow for the image. */
export function FlowsTab() {
  const styles = useStyles();
  const labelling = useImageLabelling();
  return (
    <div className={styles.column}>
      <FlowCard labelling={labelling} />
    </div>
  );
}
