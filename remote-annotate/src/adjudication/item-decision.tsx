import { sendAsChangeSet, api, useWorkspace } from '@console/shared-auth';
import type { DisputedItemDetails, TrainingImage } from '@console/shared-contract/api';
import { Button, Caption1, makeStyles, tokens, useNotify, ZoomFitIcon, ZoomInIcon } from '@console/shared-ui/basics';
import { useUndoNotice } from '@console/shared-ui/bulk';
import { useWrite } from '@console/shared-ui/pages';
import { useMemo, useState } from 'react';
import { adjudicationMessages } from './adjudication-messages';
import {
  chooseAllOfUser,
  chooseShapeOfUser,
  countUndecided,
  createChoices,
  findUndecidedIndex,
  toResult,
  withLabelChoice,
  withShapeChoice,
  type ShapeChoice,
} from './choices';
import { ClusterPanel } from './cluster-panel';
import { ImageLabels } from './image-labels';
import { LayerLegend } from './layer-legend';
import { LayerOverlay } from './layer-overlay';
import { SubmitDecision } from './submit-decision';
import { useDecisionFrame } from './use-decision-frame';
import { useDecisionKeys } from './use-decision-keys';

const useStyles = makeStyles({
  frame: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(280px, 360px)',
    gap: tokens.spacingHorizontalL,
    alignItems: 'start',
    scrollMarginTop: '48px',
    '@media (max-width: 900px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
    borderRadius: tokens.borderRadiusMedium,
    outlineOffset: '2px',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0 },
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  keys: { color: tokens.colorNeutralForeground3 },
});

interface ItemDecisionProps {
  jobId: string;
  image: TrainingImage;
  item: DisputedItemDetails;
  /** Called after the decision is stored. */
  onSubmitted: () => void;
  /** Called after the user has undone the decision. */
  onUndone: () => void;
}

/** The screen where a reviewer decides on one item, object by object. Mount a new instance for each item. */
export function ItemDecision({ jobId, image, item: disputedItem, onSubmitted, onUndone }: ItemDecisionProps) {
  const styles = useStyles();
  const notify = useNotify();
  const blur = useWorkspace().workspace?.blur_images ?? false;
  const [choices, setChoices] = useState(() => createChoices(disputedItem));
  const [currentIndex, setCurrentIndex] = useState(0);
  const [isZoomed, setZoomed] = useState(true);
  const { clusters, layers } = disputedItem;
  const goToCluster = (index: number) => setCurrentIndex(Math.max(0, Math.min(clusters.length - 1, index)));
  const chooseForCluster = (choice: ShapeChoice) => {
    if (clusters.length === 0) return;
    setChoices(withShapeChoice(choices, currentIndex, choice));
    goToCluster(currentIndex + 1);
  };
  const submission = useSubmission(jobId, disputedItem, onUndone);
  const submit = async () => {
    const undecidedIndex = findUndecidedIndex(choices);
    if (countUndecided(choices) > 0) {
      if (undecidedIndex >= 0) setCurrentIndex(undecidedIndex);
      notify.warning({ title: adjudicationMessages.submitUndecided });
      return;
    }
    if (await submission.submit(toResult(disputedItem, choices))) onSubmitted();
  };
  const chooseAllOfUserAt = (index: number) => setChoices(chooseAllOfUser(disputedItem, layers[index]!.user.id));
  const actions = {
    chooseUser: (index: number) => {
      const [cluster, layer] = [clusters[currentIndex], layers[index]];
      if (cluster && layer) chooseForCluster(chooseShapeOfUser(cluster, layer.user.id));
    },
    chooseLayer: chooseAllOfUserAt,
    chooseProposal: () => chooseForCluster({ from: 'proposal' }),
    chooseNone: () => chooseForCluster({ from: 'none' }),
    goToNext: () => goToCluster(currentIndex + 1),
    goToPrevious: () => goToCluster(currentIndex - 1),
    toggleZoom: () => setZoomed(!isZoomed),
    submit: () => void submit(),
  };
  const decisionFrame = useDecisionFrame(useDecisionKeys(actions, layers.length));
  const undecidedCount = countUndecided(choices);
  const userNames = useMemo(() => new Map(layers.map(({ user }) => [user.id, user.username])), [layers]);
  return (
    <div {...decisionFrame} className={styles.frame}>
      <div className={styles.column}>
        <LayerOverlay
          image={image}
          item={disputedItem}
          choices={choices}
          currentIndex={currentIndex}
          isZoomed={isZoomed}
          blur={blur}
        />
        <div className={styles.bar}>
          <LayerLegend layers={layers} onChooseLayer={chooseAllOfUserAt} />
          <Button size="small" icon={isZoomed ? <ZoomFitIcon /> : <ZoomInIcon />} onClick={actions.toggleZoom}>
            {isZoomed ? adjudicationMessages.showAll : adjudicationMessages.zoomToObject}
          </Button>
        </div>
      </div>
      <div className={styles.column}>
        <ClusterPanel
          item={disputedItem}
          currentIndex={currentIndex}
          goTo={goToCluster}
          choose={chooseForCluster}
          choice={choices.shapes[currentIndex] ?? null}
        />
        <ImageLabels
          labels={disputedItem.labels}
          choices={choices.labels}
          names={userNames}
          onChange={(index, isKept) => setChoices(withLabelChoice(choices, index, disputedItem.labels[index]!, isKept))}
        />
        <div className={styles.bar}>
          <SubmitDecision undecidedCount={undecidedCount} isPending={submission.isPending} onSubmit={actions.submit} />
        </div>
        <Caption1 className={styles.keys}>{adjudicationMessages.keys}</Caption1>
      </div>
    </div>
  );
}

/** Sends the decision as one change set, so that all of it is undone together, and offers to undo it. */
function useSubmission(jobId: string, { image, version }: DisputedItemDetails, onUndone: () => void) {
  const offerUndo = useUndoNotice();
  const changedTopics = [
    { topic: 'jobs', id: jobId },
    { topic: 'objects', image },
    { topic: 'images', id: image },
  ] as const;
  const submissionWrite = useWrite({
    send: (result: ReturnType<typeof toResult>) =>
      sendAsChangeSet(['adjudicate', jobId, image, version], (options) =>
        api.call('POST /annotate/v2/imagejob/{id}/adjudicate', {
          params: { id: jobId },
          body: { item: image, version, ...result },
          ...options,
        }),
      ),
    failure: adjudicationMessages.submitFailed,
    reasons: { 409: adjudicationMessages.changed },
    changes: () => changedTopics,
  });
  return {
    isPending: submissionWrite.isPending,
    submit: async (result: ReturnType<typeof toResult>): Promise<boolean> => {
      const outcome = await submissionWrite.send(result);
      if (!outcome?.ok) return false;
      const { changeSet } = outcome.result;
      offerUndo(adjudicationMessages.submitted(result.shapes.length), { changeSet, changes: changedTopics, onUndone });
      return true;
    },
  };
}
