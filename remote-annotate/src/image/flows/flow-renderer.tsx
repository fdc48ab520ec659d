import type { ResolvedFlow } from '@console/shared-contract/api';
import { isNotFound } from '@console/shared-auth';
import { EmptyState, ErrorState, makeStyles, SkeletonRows, Text, tokens } from '@console/shared-ui/basics';
import { useMemo } from 'react';
import { useTopic } from '../../editor/view/layer/use-topic';
import { flowMessages } from './flow-messages';
import { shapeMessages } from '../../text/shape-messages';
import { LabelButtons } from '../recognition/label-buttons';
import { toAddChanges, toRemoveChanges } from '../recognition/state/rules';
import { TaskPanel } from '../recognition/task-panel';
import type { Labelling } from '../recognition/state/use-labelling';
import { useScreen } from '../context/screen-context';
import { buildFlowTree, addFollowingChanges, type FlowBranch, type FlowNode } from './flow-tree';
import { useFlowGraph } from './flows.queries';

const useStyles = makeStyles({
  steps: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  branch: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    minWidth: 0,
    marginBlockStart: tokens.spacingVerticalS,
    paddingInlineStart: tokens.spacingHorizontalM,
    borderLeft: `2px solid ${tokens.colorBrandStroke2}`,
  },
  caption: { color: tokens.colorNeutralForeground3 },
  name: { margin: 0, fontSize: tokens.fontSizeBase300 },
});

/**
 * Shows the steps of a labelling flow for an image or object. A branch is shown only if the image or object has a label that activates it.
 */
export function FlowRenderer({ id, labelling }: { id: string; labelling: Labelling }) {
  const { data: flow, error, refetch: reload } = useFlowGraph(id);
  const refetch = () => void reload();
  if (!flow && error)
    return isNotFound(error) ? <EmptyState>{flowMessages.deleted}</EmptyState> : <ErrorState error={error} onRetry={refetch} />;
  if (!flow || !labelling.currentLabels) return <SkeletonRows label={flowMessages.loading} />;
  if (flow.actions.length === 0) return <EmptyState>{flowMessages.empty}</EmptyState>;
  return <FlowSteps flow={flow} labelling={labelling} />;
}

function FlowSteps({ flow, labelling }: { flow: ResolvedFlow; labelling: Labelling }) {
  const { object, currentLabels = [], tasks, applyChanges } = labelling;
  const objectLabelId = object?.labelId ?? null;
  const nodes = useMemo(
    () => buildFlowTree(flow, { present: new Set(currentLabels.map(({ id }) => id)), objectLabel: objectLabelId }),
    [flow, currentLabels, objectLabelId],
  );
  const flowLabelling = useMemo((): Labelling => {
    const tasksWithRules = [...tasks, ...flow.tasks.filter(({ id }) => tasks.every((task) => task.id !== id))];
    const applyAllChanges: Labelling['applyChanges'] = (changes, key) =>
      applyChanges(addFollowingChanges(flow, objectLabelId, currentLabels, changes), key);
    return {
      ...labelling,
      tasks: tasksWithRules,
      applyChanges: applyAllChanges,
      add: (...addedLabels) => applyAllChanges(toAddChanges(addedLabels, currentLabels, tasksWithRules)),
      remove: (label) => applyAllChanges(toRemoveChanges([label])),
    };
  }, [labelling, flow, objectLabelId, currentLabels, tasks, applyChanges]);
  return <FlowNodeList nodes={nodes} flow={flow} labelling={flowLabelling} />;
}

interface FlowProps {
  flow: ResolvedFlow;
  labelling: Labelling;
}

function FlowNodeList({ nodes, ...props }: FlowProps & { nodes: readonly FlowNode[] }) {
  const styles = useStyles();
  return (
    <div className={styles.steps}>
      {nodes.map((node) => (
        <div key={node.action.id}>
          <FlowNodeContent node={node} labelling={props.labelling} />
          {node.branches.map((branch) => (
            <Branch key={branch.label ?? ''} branch={branch} {...props} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Renders an action of the flow, followed by its active branches. */
function FlowNodeContent({ node: { action, task, labels, branches }, labelling }: { node: FlowNode; labelling: Labelling }) {
  const styles = useStyles();
  if (action.type === 'detection_switch')
    return <ObjectSwitch labelling={labelling} hasActiveCase={branches.some(({ label }) => label)} />;
  if (task) return <TaskPanel task={task} labelling={labelling} />;
  // If the response does not contain the task of the action, the task was deleted.
  if (labels.length === 0 && action.type !== 'list') return <Text className={styles.caption}>{flowMessages.taskDeleted}</Text>;
  return (
    <section aria-label={flowMessages.actions[action.type]}>
      <h3 className={styles.name}>{flowMessages.actions[action.type]}</h3>
      {labels.length > 0 && <LabelButtons labels={labels} labelling={labelling} />}
    </section>
  );
}

function ObjectSwitch({ labelling: { object }, hasActiveCase }: { labelling: Labelling; hasActiveCase: boolean }) {
  const styles = useStyles();
  const { editor } = useScreen();
  const { object: labels } = useTopic(editor.topics.labels);
  const name = labels.find(({ id }) => id === object?.labelId)?.name ?? shapeMessages.unknownLabel;
  return (
    <section aria-label={flowMessages.actions.detection_switch}>
      <h3 className={styles.name}>{flowMessages.actions.detection_switch}</h3>
      <Text className={styles.caption}>
        {!object ? flowMessages.selectObject : hasActiveCase ? flowMessages.objectIs(name) : flowMessages.nothingToDo(name)}
      </Text>
    </section>
  );
}

function Branch({ branch: { label, nodes }, flow, labelling }: FlowProps & { branch: FlowBranch }) {
  const styles = useStyles();
  const allLabels = [...flow.labels, ...flow.tasks.flatMap((task) => task.labels), ...flow.detection_labels];
  const name = allLabels.find(({ id }) => id === label)?.name;
  return (
    <div role="group" aria-label={name ? flowMessages.branch(name) : flowMessages.next} className={styles.branch}>
      {name && (
        <Text size={200} className={styles.caption}>
          {flowMessages.branch(name)}
        </Text>
      )}
      <FlowNodeList nodes={nodes} flow={flow} labelling={labelling} />
    </div>
  );
}
