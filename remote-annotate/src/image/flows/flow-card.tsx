import { Badge, ErrorState, makeStyles, Picker, SkeletonRows, tokens } from '@console/shared-ui/basics';
import { useState } from 'react';
import { flowMessages } from './flow-messages';
import { getRememberedFlow, rememberFlow } from '../preferences/user-preferences';
import { ConflictWarning } from '../recognition/conflict-warning';
import type { Labelling } from '../recognition/state/use-labelling';
import { useScreen } from '../context/screen-context';
import { FlowRenderer } from './flow-renderer';
import { useFlows } from './flows.queries';

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  badge: { flexShrink: 0 },
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
});

/**
 * Shows a picker of labelling flows and the steps of the selected flow. Initially, the job's flow or the last flow of the user
 * is selected.
 */
export function FlowCard({ labelling }: { labelling: Labelling }) {
  const styles = useStyles();
  const { image, job } = useScreen();
  const flowsQuery = useFlows();
  const [selectedId, setSelectedId] = useState(() => job?.flow ?? getRememberedFlow(image.workspace));
  if (!flowsQuery.data)
    return flowsQuery.error ? (
      <ErrorState error={flowsQuery.error} onRetry={() => void flowsQuery.refetch()} />
    ) : (
      <SkeletonRows label={flowMessages.flows} />
    );
  // Ignore a stored flow that has been deleted.
  const selectedFlowId = flowsQuery.data.some(({ id }) => id === selectedId) ? selectedId : '';
  return (
    <div className={styles.column}>
      <div className={styles.head}>
        <Picker
          aria-label={flowMessages.flow}
          placeholder={flowsQuery.data.length > 0 ? flowMessages.choose : flowMessages.none}
          empty={flowMessages.none}
          disabled={flowsQuery.data.length === 0}
          choices={flowsQuery.data.map(({ id, name, description }) => ({
            value: id,
            label: name,
            detail: description || undefined,
          }))}
          selected={selectedFlowId === '' ? [] : [selectedFlowId]}
          onSelect={([id = '']) => {
            setSelectedId(id);
            rememberFlow(image.workspace, id);
          }}
        />
        {!labelling.object && (
          <Badge className={styles.badge} appearance="outline" color="informative">
            {flowMessages.imageBadge}
          </Badge>
        )}
      </div>
      <ConflictWarning present={labelling.currentLabels ?? []} tasks={labelling.tasks} />
      {selectedFlowId !== '' && <FlowRenderer key={selectedFlowId} id={selectedFlowId} labelling={labelling} />}
    </div>
  );
}
