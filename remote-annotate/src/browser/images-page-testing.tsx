import { signInForTest } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import { ImagesPage } from './images-page';
import type { OBJECTS, stubWorkspace } from './testing';
import { AddressBar, IMAGES } from './testing';

export function showImagesPage(route = '/images') {
  renderConsole(
    <>
      <ImagesPage />
      <AddressBar />
    </>,
    { route },
  );
}

/** Returns the links of the listed tiles. */
export const getTiles = () => within(screen.getByRole('list', { name: /^(Images|Objects)$/ })).getAllByRole('link');

/** Waits for the list and returns it. */
export const findList = () => screen.findByRole('list', { name: /^(Images|Objects)$/ });

/** Returns the current path and query string of the page. */
export const getUrl = () => screen.getByLabelText('Address').textContent;

/** Returns the query of the last request for the list. */
export const getLastQuery = (stubbedApi: ReturnType<typeof stubWorkspace>, key: typeof IMAGES | typeof OBJECTS = IMAGES) =>
  stubbedApi.getRequests(key).at(-1)?.query;

/** Signs in before each test. */
export function setUpImagesPage(): void {
  beforeEach(() => signInForTest());
}
