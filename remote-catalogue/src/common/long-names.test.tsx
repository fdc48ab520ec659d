import { ConfirmDialog, TextLink } from '@console/shared-ui/basics';
import { renderConsole } from '@console/shared-ui/testing';
import { screen } from '@testing-library/react';
import { ExternalLink } from '../product/prices/external-link';

const long = 'W'.repeat(250);

test('links and dialogs wrap a long word', () => {
  renderConsole(
    <>
      <TextLink to="/set/s">{long}</TextLink>
      <ConfirmDialog open title="Are you sure?" onConfirm={() => undefined} onCancel={() => undefined}>
        About {long}
      </ConfirmDialog>
    </>,
    { styled: true },
  );
  expect(getComputedStyle(screen.getByText(long)).overflowWrap).toBe('anywhere');
  expect(getComputedStyle(screen.getByText(`About ${long}`)).overflowWrap).toBe('anywhere');
});

test.each(['https://shop.example/a', 'javascript:alert(1)'])('a data link truncates a long text: %s', (url) => {
  renderConsole(<ExternalLink url={url}>{long}</ExternalLink>, { styled: true });
  expect(getComputedStyle(screen.getByText(long))).toMatchObject({ textOverflow: 'ellipsis', whiteSpace: 'nowrap' });
});
