import { useSession, isNotFound } from '@console/shared-auth';
import { EmptyState, ErrorState, SkeletonItem } from '@console/shared-ui/basics';
import { messages } from '../messages';
import { useOutbox } from '../outbox';
import { useImage } from './image.queries';
import { ImageScreen } from './image-screen';

const words = messages.image;
/** The screen of an image by its id. Mount anew (by `key`) for another. */
export function LoadedImage({ id, inJob = false }: { id: string; inJob?: boolean }) {
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
  return <ImageScreen image={image.data} outbox={outbox} inJob={inJob} />;
}
