import type { Job, Remark } from '@console/shared-contract/api';
import { useSession } from '@console/shared-auth';
import { LazyComponent, makeStyles } from '@console/shared-ui/basics';
import { useMemo, useRef, useState } from 'react';
import { usePrefetchImages } from '../image/prefetch/use-prefetch-images';
import { useVerifications } from '../image/data/image.queries';
import { useLayer } from '../image/data/layer.queries';
import { LoadedImage } from '../image/screen/loaded-image';
import type { ScreenHost } from '../image/context/screen-context';
import { rememberVerified } from '../image/verification/verified-images';
import { SaveStateView } from '../image/save-state/save-state';
import { createVerification } from '../image/verification/use-verification';
import { KeepViewButton } from '../image/list-navigation/preserved-view';
import { ItemNotInJob, JobLoadState, JobPage, JobToolbar, NoOpenItem } from '../job/job-frame';
import { JobSteps, type ItemView } from '../job/job-steps';
import { useIsJobItem, useJobBatch } from '../job/job.queries';
import { useItemFocus } from '../job/use-item-focus';
import { useStepHistory, type CompletedStep } from '../job/use-step-history';
import { useItemNavigation } from '../job/use-item-navigation';
import { jobMessages } from '../job/job-messages';
import { type MarkDoneWrite, type Outbox, toLayerWorkId, useWritesOn, type Write } from '../outbox';
import { reviewMessages } from './review/review-messages';
import { GoldFeedback } from './feedback/gold-feedback';
import { useGoldFeedback } from './feedback/use-gold-feedback';
import { OtherImagesAttention } from './other-images-attention';
import { useLateNotice } from './use-late-notice';
import { NoDoneItem } from './review/no-done-item';
import { RemarkOverlay } from './review/remark-overlay';
import { ReviewButtons } from './review/review-buttons';
import { useInstructions } from './review/use-instructions';
import { useReview } from './review/use-review';

const NO_IMAGES: readonly string[] = [];
const loadInstructions = async () => (await import('./review/instructions')).Instructions;
const loadFeedbackOverlay = async () => (await import('./feedback/feedback-overlay')).FeedbackOverlay;
const loadSendBackDialog = async () => (await import('./review/send-back-dialog')).SendBackDialog;
const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  // This element only gets the focus while it contains no focusable element, so it needs no focus ring.
  image: { flexGrow: 1, minHeight: 0, outlineStyle: 'none' },
});

/** The page /imagejob/{id}. */
export const ImageJobPage = () => <JobPage kind="image" Workspace={JobWorkspace} />;

function JobWorkspace({ job, outbox }: { job: Job; outbox: Outbox }) {
  const styles = useStyles();
  const [deletedImages, setDeletedImages] = useState<ReadonlySet<string>>(new Set());
  const batch = useJobBatch('image', job.id, outbox, deletedImages);
  const review = useReview(job);
  const { remarks, isFiltered, doneReview, isAssigned, draft, setDraft, remarkToReopen, setRemarkToReopen } = review;
  const navigation = useItemNavigation(
    'image',
    job.id,
    doneReview.isOn ? doneReview.images : isFiltered ? remarks.images : batch.openItems,
  );
  const { current: currentImageId } = navigation;
  const [seenItem, setSeenItem] = useState<{ item: string | undefined; view: ItemView }>({ item: undefined, view: 'nothing' });
  const { recordStep, consumeArrival, onUndone, onRedone, undoStep } = useStepHistory(
    job.id,
    navigation,
    outbox,
    doneReview.onReverted,
  );
  // Whether the user reviews the item instead of annotating it. A reviewer does not mark items as done.
  const isReviewing =
    doneReview.isOn || remarks.waiting.some(({ image, state }) => image === currentImageId && state === 'answered');
  const layer = useLayer(isReviewing ? null : job, currentImageId ?? '').data;
  const workId = layer && toLayerWorkId(layer);
  const finishImage = useFinishImage(job, outbox, recordStep, {
    imageId: currentImageId,
    workId,
    shouldMarkDone: isAssigned && !isReviewing,
  });
  const finishItem = async (verify: boolean, statesEmpty: boolean) => {
    if (doneReview.isOn && verify && currentImageId !== undefined) doneReview.removeImage(currentImageId);
    await finishImage(verify, statesEmpty);
  };
  const instructions = useInstructions(job);
  const goldFeedback = useGoldFeedback('image', job);
  const { feedback } = goldFeedback;
  useLateNotice(outbox);

  const isKnownItem =
    currentImageId !== undefined &&
    // The reviewer may have closed the remark that led to this image. The image stays open although it is no longer in the list.
    (seenItem.item === currentImageId ||
      batch.leasedItems?.includes(currentImageId) === true ||
      navigation.seen.includes(currentImageId) ||
      remarks.images.includes(currentImageId) ||
      doneReview.images.includes(currentImageId));
  const jobItemQuery = useIsJobItem('image', job.id, currentImageId, isKnownItem);
  const isJobItem = isKnownItem || jobItemQuery.data;

  const { skip } = navigation;
  const host = useMemo(
    (): ScreenHost => ({
      job,
      isReviewing,
      onSeen: (view) => setSeenItem({ item: currentImageId, view }),
      onDeleted: () => {
        if (currentImageId === undefined) return;
        setDeletedImages((ids) => new Set([...ids, currentImageId]));
        skip(currentImageId);
      },
      consumeArrival,
      onUndone,
      onRedone,
      overlay: (
        <>
          <RemarkOverlay review={review} />
          {feedback?.itemId === currentImageId && feedback && (
            <LazyComponent load={loadFeedbackOverlay} title={jobMessages.feedback} props={{ feedback }} skeleton={null} />
          )}
        </>
      ),
    }),
    [job, isReviewing, currentImageId, skip, consumeArrival, onUndone, onRedone, review, feedback],
  );

  const isSeen = isJobItem && seenItem.item === currentImageId;
  const container = useRef<HTMLDivElement>(null);
  useItemFocus(container, batch, currentImageId, isSeen === true);
  // Start prefetching after the current image has been shown. Prefetch nothing in blind jobs, because they do not show the annotations of
  // the image itself.
  usePrefetchImages(
    job.workspace,
    isSeen && !job.blind && navigation.following !== undefined ? [navigation.following] : NO_IMAGES,
  );

  const newRemarkProps = draft?.step === 'text' && {
    imageId: draft.imageId,
    position: draft.position,
    onClose: () => setDraft(null),
  };
  const reopenedRemarkProps = remarkToReopen && {
    imageId: remarkToReopen.image,
    position: getPosition(remarkToReopen),
    remark: remarkToReopen,
    onClose: () => setRemarkToReopen(null),
  };
  const remarkProps = newRemarkProps || reopenedRemarkProps;
  const dialogProps = remarkProps && { job, ...remarkProps };

  const renderItem = () => {
    if (currentImageId === undefined)
      return doneReview.isOn ? <NoDoneItem doneReview={doneReview} /> : <NoOpenItem job={job} batch={batch} />;
    if (isJobItem) return <LoadedImage id={currentImageId} host={host} />;
    if (isJobItem === false) return <ItemNotInJob kind="image" item={currentImageId} onContinue={() => skip(currentImageId)} />;
    return (
      <JobLoadState
        error={jobItemQuery.error ?? batch.error}
        onRetry={() => void (jobItemQuery.error ? jobItemQuery.refetch() : batch.refetch())}
      />
    );
  };
  return (
    <div className={styles.column}>
      <JobToolbar job={job}>
        {/* While an image is shown, the toolbar of the image shows the save state. */}
        {(currentImageId === undefined || (isSeen && seenItem.view === 'failure')) && (
          <SaveStateView outbox={outbox} imageId={currentImageId} />
        )}
        <ReviewButtons
          review={review}
          adjudicationPath={job.todo_number > 1 || (job.adjudication_count ?? 0) > 0 ? `/imagejob/${job.id}/adjudicate` : null}
          imageId={isSeen ? currentImageId : undefined}
          instructions={instructions}
          onShowImage={(imageId) => navigation.nextTo(imageId)}
          pickFirst={navigation.pickFirst}
        />
        <KeepViewButton />
        <JobSteps
          navigation={navigation}
          seen={isSeen ? seenItem.view : 'nothing'}
          finish={finishItem}
          // While an image is shown, the undo of its editor also undoes the step.
          undoStep={currentImageId === undefined ? undoStep : null}
        />
      </JobToolbar>
      {instructions.isOpen && (
        <LazyComponent
          load={loadInstructions}
          title={reviewMessages.instructions}
          props={{ text: instructions.text }}
          skeleton={null}
        />
      )}
      <GoldFeedback
        {...goldFeedback}
        kind="image"
        job={job}
        currentItemId={currentImageId}
        onOpen={(id) => navigation.returnTo(id)}
        onRemoveMark={(id) =>
          void outbox.enterWrite(
            createMark(job, { imageId: id, workId: id === currentImageId ? workId : undefined, isDone: false }),
          )
        }
      />
      <OtherImagesAttention outbox={outbox} jobId={job.id} currentImageId={currentImageId} seenImageIds={navigation.seen} />
      <div ref={container} tabIndex={-1} className={styles.image}>
        {renderItem()}
      </div>
      {dialogProps && (
        <LazyComponent load={loadSendBackDialog} title={reviewMessages.sendBackTitle} props={dialogProps} skeleton={null} />
      )}
    </div>
  );
}

const getPosition = ({ data }: Remark): readonly [number, number] | null => (data ? [data[0] ?? 0, data[1] ?? 0] : null);

/** Creates the outbox write that marks an image as done, or removes the mark. See `FinishOptions` for `workId`. */
const createMark = (
  { id, name }: Job,
  { imageId, workId, isDone }: { imageId: string; workId: string | undefined; isDone: boolean },
): MarkDoneWrite => ({
  kind: 'mark-done',
  of: 'image',
  job: { id, name },
  item: imageId,
  work: workId,
  before: !isDone,
  after: isDone,
});

/**
 * Returns the verification of an unsent completion mark. A second unsent mark without a verification replaces the first mark, but keeps its
 * verification.
 */
function getWaitingVerification(outbox: Outbox, imageId: string, workId = imageId): MarkDoneWrite['verification'] {
  const pendingMarks = outbox
    .getPendingEntries(workId)
    .flatMap((entry) => (entry.op === 'call' && entry.write?.kind === 'mark-done' && !entry.problem ? entry.write : []));
  return pendingMarks.findLast(({ item, after }) => item === imageId && after)?.verification;
}

interface FinishOptions {
  imageId: string | undefined;
  /** The id under which the outbox stores unsent changes of the image. Undefined if it is the id of the image. */
  workId: string | undefined;
  /** Whether the step marks the item as done. */
  shouldMarkDone: boolean;
}

/**
 * Returns a function that verifies the image if requested, and marks it as done. The outbox sends both after the annotations of the image.
 */
function useFinishImage(
  job: Job,
  outbox: Outbox,
  onStep: (step: CompletedStep) => void,
  { imageId = '', workId, shouldMarkDone }: FinishOptions,
) {
  const { user } = useSession();
  const verifications = useVerifications(imageId).data;
  const isChanging = useWritesOn('verifications', imageId).length > 0;
  return async (verify: boolean, statesEmpty: boolean): Promise<void> => {
    if (!user) return;
    const ownVerification = verifications?.find((verification) => verification.user.id === user.id && !verification.model);
    const isVerified = !isChanging && ownVerification && (!statesEmpty || ownVerification.nothing_to_annotate);
    const isStatedEmpty = statesEmpty || ownVerification?.nothing_to_annotate === true;
    const writes: Write[] = [];
    // In blind jobs, each user annotates a separate layer. The server verifies the image when it copies a layer to the image.
    if (verify && !isVerified && !job.blind) {
      // First delete an own verification without the statement that the image is empty, so that undo can restore it.
      if (ownVerification && !isChanging)
        writes.push({ kind: 'verification', image: imageId, before: ownVerification, after: null });
      writes.push({
        kind: 'verification',
        image: imageId,
        before: null,
        after: createVerification(imageId, user, isStatedEmpty),
      });
    }
    if (verify) rememberVerified({ user: user.id, workspace: job.workspace, job: job.id }, imageId);
    const verification = verify ? { statesEmpty } : getWaitingVerification(outbox, imageId, workId);
    const mark = createMark(job, { imageId, workId, isDone: true });
    if (shouldMarkDone) writes.push(job.blind && verification ? { ...mark, verification } : mark);
    if (writes.length === 0) return;
    // Record the step before the outbox stores the changes. The next item is shown at once, and an undo on that item needs the step.
    onStep({ item: imageId, writes });
    await Promise.all(writes.map((write) => outbox.enterWrite(write)));
  };
}
