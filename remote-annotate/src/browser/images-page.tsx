import { Page, useAddress } from '@console/shared-ui/basics';
import { messages } from '../messages';
import { filtersInAddress } from './filters-address';
import { ImageBrowser } from './image-browser';

/** /images */
export function ImagesPage() {
  const state = useAddress(filtersInAddress);
  return (
    <Page title={messages.browser.title}>
      <ImageBrowser state={state} />
    </Page>
  );
}
