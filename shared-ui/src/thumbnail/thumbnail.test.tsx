import { api, useWorkspaceQuery } from '@console/shared-auth';
import { signInForTest, stubApi } from '@console/shared-auth/testing';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { renderConsole } from '../testing';
import { Thumbnail } from './thumbnail';

const addressOf = (name: string, until: number) => `http://localhost/api/files/${name}?until=${until}&sig=s${until}`;

/** A picture as a row of the API names it. */
function Picture() {
  const row = useWorkspaceQuery({
    key: ['image', 'i1'],
    load: (scope) => api.call('GET /recognition/v2/training-image/{id}', { params: { id: 'i1' }, ...scope }),
  });
  return <Thumbnail src={row.data?.thumb_img_path} alt="Cup" />;
}

test('a picture whose address has ended is drawn from the new one of its row, with nobody asking for it', async () => {
  signInForTest();
  const answers = [1000, 2000].map((until) => ({ id: 'i1', thumb_img_path: addressOf('a.png', until) }));
  stubApi({ 'GET /recognition/v2/training-image/{id}': () => answers.shift() });
  renderConsole(<Picture />);
  const picture = await screen.findByRole('img', { name: 'Cup' });
  expect(picture).toHaveAttribute('src', addressOf('a.png', 1000));
  fireEvent.error(picture);
  expect(await screen.findByRole('img', { name: 'Cup' })).toHaveAttribute('src', addressOf('a.png', 2000));
});

test('a picture that is seen is not loaded again for another signature; another picture is', async () => {
  const next = [addressOf('a.png', 2000), addressOf('b.png', 2000)];
  function Row() {
    const [src, setSrc] = useState(addressOf('a.png', 1000));
    return (
      <>
        <Thumbnail src={src} alt="Cup" />
        <button onClick={() => setSrc(next.shift() ?? '')}>Next</button>
      </>
    );
  }
  renderConsole(<Row />);
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByRole('img', { name: 'Cup' })).toHaveAttribute('src', addressOf('a.png', 1000));
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByRole('img', { name: 'Cup' })).toHaveAttribute('src', addressOf('b.png', 2000));
});

test('where there is no such picture, its place says so', () => {
  renderConsole(<Thumbnail src="http://localhost/api/files/none.png" alt="Cup" />);
  fireEvent.error(screen.getByRole('img', { name: 'Cup' }));
  expect(screen.queryByRole('img', { name: 'Cup' })).toBeNull();
});
