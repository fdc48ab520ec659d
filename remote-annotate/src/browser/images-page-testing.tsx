import { signInForTest } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import { ImagesPage } from './images-page';
import type { OBJECTS, stubWorkspace } from './testing';
import { AddressBar, IMAGES } from './testing';

export function show(route = '/images') {
  renderConsole(
    <>
      <ImagesPage />
      <AddressBar />
    </>,
    { route },
  );
}

export const tiles = () => within(screen.getByRole('list', { name: /^(Images|Objects)$/ })).getAllByRole('link');

export const loaded = () => screen.findByRole('list', { name: /^(Images|Objects)$/ });

export const address = () => screen.getByLabelText('Address').textContent;

export const lastQuery = (stub: ReturnType<typeof stubWorkspace>, key: typeof IMAGES | typeof OBJECTS = IMAGES) =>
  stub.getRequests(key).at(-1)?.query;

/** Signs in before each test. */
export function setUpImagesPage(): void {
  beforeEach(() => signInForTest());
}
