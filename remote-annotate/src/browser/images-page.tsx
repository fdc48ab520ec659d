import { Page } from '@console/shared-ui/basics';
import { messages } from '../messages';
import { ImageBrowser } from './image-browser';
import { useUrlFilters } from './use-filters';

/** /images */
export function ImagesPage() {
  const state = useUrlFilters();
  return (
    <Page title={messages.browser.title}>
      <ImageBrowser state={state} />
    </Page>
  );
}
