import { MessageBar, MessageBarActions, MessageBarBody, TextLink } from '@console/shared-ui/basics';
import { jobMessages } from '../job/job-messages';
import { outboxMessages } from '../outbox/entries/outbox-messages';
import { type Entry, getWorkPath, type Outbox, parseLayerWorkId, useSaveState } from '../outbox';

interface OtherImagesAttentionProps {
  outbox: Outbox;
  jobId: string;
  /** The image on the screen. Its own page already shows its failed changes. */
  currentImageId: string | undefined;
  /** Images of the job that were shown before. */
  seenImageIds: readonly string[];
}

/** Warns that unsent changes of other images need a decision of the user. Links to the first of these images. */
export function OtherImagesAttention({ outbox, jobId, currentImageId, seenImageIds }: OtherImagesAttentionProps) {
  const saveState = useSaveState(outbox);
  const isCurrent = (workId: string) => {
    const layer = parseLayerWorkId(workId);
    return layer ? layer.image === currentImageId && layer.job === jobId : workId === currentImageId;
  };
  const otherItems = saveState.kind === 'attention' ? saveState.items.filter(({ imageId }) => !isCurrent(imageId)) : [];
  const [firstItem] = otherItems;
  if (!firstItem) return null;
  // For a layer (one user's annotations in a job), the link leads to the layer's job anyway.
  const isOwnImageOfJob =
    parseLayerWorkId(firstItem.imageId) === null &&
    (seenImageIds.includes(firstItem.imageId) ||
      outbox.getPendingEntries(firstItem.imageId).some((entry) => isMarkDoneEntry(entry, jobId)));
  return (
    <MessageBar intent="warning">
      <MessageBarBody>{jobMessages.otherImages(otherItems.length)}</MessageBarBody>
      <MessageBarActions>
        <TextLink to={isOwnImageOfJob ? `/imagejob/${jobId}?image=${firstItem.imageId}` : getWorkPath(firstItem.imageId)}>
          {outboxMessages.openImage}
        </TextLink>
      </MessageBarActions>
    </MessageBar>
  );
}

function isMarkDoneEntry(entry: Entry, jobId: string): boolean {
  return entry.op === 'call' && entry.write?.kind === 'mark-done' && entry.write.job.id === jobId;
}
