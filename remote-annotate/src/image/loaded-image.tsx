import { useSession, isNotFound } from '@console/shared-auth';
import { EmptyState, ErrorState, SkeletonItem } from '@console/shared-ui/basics';
import { useEffect } from 'react';
import { messages } from '../messages';
import { useOutbox } from '../outbox';
import { useImage } from './image.queries';
import { ImageScreen } from './image-screen';
import type { ScreenHost } from './screen-context';

const words = messages.image;
const ALONE: ScreenHost = { job: null };

/** The screen of an image by its id. It stays for another image whose row is at hand. */
export function LoadedImage({ id, host = ALONE }: { id: string; host?: ScreenHost }) {
  const { user } = useSession();
  const image = useImage(id);
  const outbox = useOutbox(image.data?.workspace ?? null);
  const isFailed = image.error !== null && !image.data;
  const { onSeen } = host;
  useEffect(() => {
    if (isFailed) onSeen?.('failure');
  }, [isFailed, onSeen]);

  if (isFailed)
    return isNotFound(image.error) ? (
      <EmptyState>{words.notFound}</EmptyState>
    ) : (
      <ErrorState error={image.error} onRetry={image.refetch} />
    );
  if (!image.data || !outbox || !user) return <SkeletonItem aria-label={words.loading} style={{ height: '100%' }} />;
  return <ImageScreen image={image.data} outbox={outbox} host={host} />;
}
