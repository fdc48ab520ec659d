import {
  ArrowLeftIcon,
  Button,
  CounterBadge,
  DocumentIcon,
  FilterIcon,
  LinkButton,
  ListIcon,
  MergeIcon,
  Tooltip,
  useNotify,
} from '@console/shared-ui/basics';
import { useCanCall, useHasService } from '@console/shared-auth';
import { reviewMessages } from './review-messages';
import { KeyTooltip } from '../../image/keys/key-tooltip';
import { useKeyActions } from '../../image/keys/use-key-action';
import type { Review } from './use-review';

interface ReviewButtonsProps {
  review: Review;
  /** Path of the page where a reviewer decides on items whose annotators disagree. Null if each item has only one annotator. */
  adjudicationPath: string | null;
  /** The image on the screen, or undefined when none is shown yet. */
  imageId: string | undefined;
  instructions: { text: string; isOpen: boolean; show: (isOpen: boolean) => void };
  /** Shows an item. */
  onShowImage: (imageId: string) => void;
  /** Returns the first image to review out of the given images. */
  pickFirst: (images: readonly string[]) => string | undefined;
}

/**
 * Toolbar buttons that show the instructions, filter items by remarks of reviewers, start the review of done images, and send the current
 * item back.
 */
export function ReviewButtons({ review, adjudicationPath, imageId, instructions, onShowImage, pickFirst }: ReviewButtonsProps) {
  const notify = useNotify();
  const hasAnnotateService = useHasService('annotate');
  const canReview = useCanCall<'POST /annotate/v2/imagejob/{id}/send-back'>('review') && hasAnnotateService;
  const { remarks, isFiltered, setFiltered, doneReview, setDraft } = review;
  const { images, waiting } = remarks;
  const goToNextRemark = () => {
    const nextImage = images[(images.indexOf(imageId ?? '') + 1) % images.length];
    if (nextImage === undefined) notify.info({ title: reviewMessages.noRemarks });
    else if (nextImage !== imageId) onShowImage(nextImage);
  };
  const toggleDoneReview = () => {
    doneReview.setIsOn(!doneReview.isOn);
    const firstImage = pickFirst(doneReview.images);
    if (!doneReview.isOn && firstImage !== undefined && !doneReview.images.includes(imageId ?? '')) onShowImage(firstImage);
  };
  const toggleFilter = () => {
    doneReview.setIsOn(false);
    setFiltered(!isFiltered);
    if (!isFiltered && images[0] !== undefined && !images.includes(imageId ?? '')) onShowImage(images[0]);
  };
  const sendBack = canReview && imageId !== undefined ? () => setDraft({ step: 'position', imageId }) : null;
  const toggleInstructions = instructions.text === '' ? null : () => instructions.show(!instructions.isOpen);
  useKeyActions({
    'next-remark': hasAnnotateService ? goToNextRemark : null,
    'send-back': sendBack,
    instructions: toggleInstructions,
  });
  return (
    <>
      {toggleInstructions && (
        <KeyTooltip
          label={instructions.isOpen ? reviewMessages.hideInstructions : reviewMessages.instructions}
          action="instructions"
        >
          <Button
            size="small"
            appearance={instructions.isOpen ? 'primary' : 'subtle'}
            icon={<DocumentIcon />}
            aria-expanded={instructions.isOpen}
            onClick={toggleInstructions}
          />
        </KeyTooltip>
      )}
      {waiting.length > 0 && (
        <Tooltip content={`${reviewMessages.filter}. ${reviewMessages.remarks(waiting.length)}`} relationship="label">
          <Button
            size="small"
            appearance={isFiltered ? 'primary' : 'subtle'}
            icon={<FilterIcon />}
            aria-pressed={isFiltered}
            onClick={toggleFilter}
          >
            <CounterBadge count={waiting.length} size="small" color="danger" />
          </Button>
        </Tooltip>
      )}
      {(doneReview.count > 0 || doneReview.isOn) && (
        <Tooltip content={reviewMessages.reviewDoneImages(doneReview.count)} relationship="label">
          <Button
            size="small"
            appearance={doneReview.isOn ? 'primary' : 'subtle'}
            icon={<ListIcon />}
            aria-pressed={doneReview.isOn}
            onClick={toggleDoneReview}
          >
            <CounterBadge count={doneReview.count} size="small" color="informative" overflowCount={999} />
          </Button>
        </Tooltip>
      )}
      {adjudicationPath !== null && canReview && (
        <LinkButton size="small" appearance="subtle" icon={<MergeIcon />} to={adjudicationPath}>
          {reviewMessages.adjudicate}
        </LinkButton>
      )}
      {canReview && (
        <KeyTooltip label={reviewMessages.sendBack} action="send-back">
          <Button
            size="small"
            appearance="subtle"
            icon={<ArrowLeftIcon />}
            disabledFocusable={!sendBack}
            onClick={() => sendBack?.()}
          />
        </KeyTooltip>
      )}
    </>
  );
}
