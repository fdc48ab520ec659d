import { Page } from '@console/shared-ui/basics';
import { useParams } from 'react-router-dom';
import { messages } from '../messages';
import { LoadedImage } from './loaded-image';

export function ImagePage() {
  const { id = '' } = useParams();
  return (
    <Page title={messages.image.title} full>
      <LoadedImage key={id} id={id} />
    </Page>
  );
}
