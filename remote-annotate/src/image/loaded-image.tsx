import type { Job } from '@console/shared-contract/api';
import { useSession, isNotFound } from '@console/shared-auth';
import { EmptyState, ErrorState, SkeletonItem } from '@console/shared-ui/basics';
import { messages } from '../messages';
import { useOutbox } from '../outbox';
import { useImage } from './image.queries';
import { ImageScreen } from './image-screen';

const words = messages.image;
/** The screen of an image by its id, as an item of `job` where one is given. Mount anew (by `key`) for another. */
export function LoadedImage({ id, job = null }: { id: string; job?: Job | null }) {
  const { user } = useSession();
  const image = useImage(id);
  const outbox = useOutbox(image.data?.workspace ?? null);

  if (image.error && !image.data)
    return isNotFound(image.error) ? (
      <EmptyState>{words.notFound}</EmptyState>
    ) : (
      <ErrorState error={image.error} onRetry={image.refetch} />
    );
  if (!image.data || !outbox || !user) return <SkeletonItem aria-label={words.loading} style={{ height: '100%' }} />;
  return <ImageScreen image={image.data} outbox={outbox} job={job} />;
}
