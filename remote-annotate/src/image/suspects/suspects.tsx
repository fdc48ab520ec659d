import { LazyPart } from '@console/shared-ui/basics';
import { suspectMessages as words } from '../../suspect-messages';
import { useScreen } from '../screen-context';
import { useSuspects } from './use-suspects';

const loadBar = async () => (await import('./suspect-bar')).SuspectBar;

/** What a model disagrees with on the image, to be decided; nothing where there is nothing. */
export function Suspects({ isComplete }: { isComplete: boolean }) {
  const { image } = useScreen();
  const suspects = useSuspects(image.id);
  // Without all shapes it is not known what is still so.
  if (!isComplete || suspects.length === 0) return null;
  return <LazyPart load={loadBar} title={words.bar} props={{ suspects }} skeleton={null} />;
}
