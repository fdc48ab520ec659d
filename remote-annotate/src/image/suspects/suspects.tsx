import { LazyComponent } from '@console/shared-ui/basics';
import { suspectMessages } from './suspect-messages';
import { useScreen } from '../context/screen-context';
import { useSuspects } from './use-suspects';

const loadBar = async () => (await import('./suspect-bar')).SuspectBar;

/** Shows the suspected label errors of the image, if there are any. Mount a new instance for another image. */
export function Suspects({ areShapesLoaded }: { areShapesLoaded: boolean }) {
  // Wait for all shapes, because they determine which suspected errors still apply. This also lets the image load first.
  return areShapesLoaded && <KnownSuspects />;
}

function KnownSuspects() {
  const { image, minCertainty = null } = useScreen();
  const suspects = useSuspects(image.id, minCertainty);
  if (suspects.length === 0) return null;
  return <LazyComponent load={loadBar} title={suspectMessages.bar} props={{ suspects }} skeleton={null} />;
}
