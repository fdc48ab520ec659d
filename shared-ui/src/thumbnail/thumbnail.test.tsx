import { api, useWorkspaceQuery } from '@console/shared-auth';
import { signInForTest, stubApi } from '@console/shared-auth/testing';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { renderConsole } from '../testing';
import { Thumbnail } from './thumbnail';

const createUrl = (name: string, until: number) => `http://localhost/api/files/${name}?until=${until}&sig=s${until}`;

/** Renders a thumbnail whose URL comes from a response of the stubbed API. */
function TestThumbnail() {
  const row = useWorkspaceQuery({
    key: ['image', 'i1'],
    load: (scope) => api.call('GET /recognition/v2/training-image/{id}', { params: { id: 'i1' }, ...scope }),
  });
  return <Thumbnail src={row.data?.thumb_img_path} alt="Cup" />;
}

test('an image with an expired URL automatically gets the new URL of its row', async () => {
  signInForTest();
  const responses = [1000, 2000].map((until) => ({ id: 'i1', thumb_img_path: createUrl('a.png', until) }));
  stubApi({ 'GET /recognition/v2/training-image/{id}': () => responses.shift() });
  renderConsole(<TestThumbnail />);
  const thumbnail = await screen.findByRole('img', { name: 'Cup' });
  expect(thumbnail).toHaveAttribute('src', createUrl('a.png', 1000));
  fireEvent.error(thumbnail);
  expect(await screen.findByRole('img', { name: 'Cup' })).toHaveAttribute('src', createUrl('a.png', 2000));
});

test('a new signature does not reload a visible image, but another image replaces it', async () => {
  const nextUrls = [createUrl('a.png', 2000), createUrl('b.png', 2000)];
  function Row() {
    const [src, setSrc] = useState(createUrl('a.png', 1000));
    return (
      <>
        <Thumbnail src={src} alt="Cup" />
        <button onClick={() => setSrc(nextUrls.shift() ?? '')}>Next</button>
      </>
    );
  }
  renderConsole(<Row />);
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByRole('img', { name: 'Cup' })).toHaveAttribute('src', createUrl('a.png', 1000));
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByRole('img', { name: 'Cup' })).toHaveAttribute('src', createUrl('b.png', 2000));
});

test('a missing image shows a placeholder', () => {
  renderConsole(<Thumbnail src="http://localhost/api/files/none.png" alt="Cup" />);
  fireEvent.error(screen.getByRole('img', { name: 'Cup' }));
  expect(screen.queryByRole('img', { name: 'Cup' })).toBeNull();
});
