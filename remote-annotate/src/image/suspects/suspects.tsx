import { LazyComponent } from '@console/shared-ui/basics';
import { suspectMessages } from '../../suspect-messages';
import { useScreen } from '../screen-context';
import { useSuspects } from './use-suspects';

const loadBar = async () => (await import('./suspect-bar')).SuspectBar;

/** What a model disagrees with on the image, to be decided; nothing where there is nothing. Mount anew for another image. */
export function Suspects({ isComplete }: { isComplete: boolean }) {
  // Without all shapes it is not known what is still so; and the picture comes first.
  return isComplete && <KnownSuspects />;
}

function KnownSuspects() {
  const { image } = useScreen();
  const suspects = useSuspects(image.id);
  if (suspects.length === 0) return null;
  return <LazyComponent load={loadBar} title={suspectMessages.bar} props={{ suspects }} skeleton={null} />;
}
