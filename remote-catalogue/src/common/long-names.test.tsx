import { ConfirmDialog, TextLink } from '@console/shared-ui/basics';
import { renderConsole } from '@console/shared-ui/testing';
import { screen } from '@testing-library/react';
import { ExternalLink } from '../product/prices/external-link';

const longWord = 'W'.repeat(250);

test('links and dialogs wrap a long word', () => {
  renderConsole(
    <>
      <TextLink to="/set/s">{longWord}</TextLink>
      <ConfirmDialog open title="Are you sure?" onConfirm={() => undefined} onCancel={() => undefined}>
        About {longWord}
      </ConfirmDialog>
    </>,
    { styled: true },
  );
  expect(getComputedStyle(screen.getByText(longWord)).overflowWrap).toBe('anywhere');
  expect(getComputedStyle(screen.getByText(`About ${longWord}`)).overflowWrap).toBe('anywhere');
});

test.each(['https://shop.example/a', 'javascript:alert(1)'])('a data link truncates a long text: %s', (url) => {
  renderConsole(<ExternalLink url={url}>{longWord}</ExternalLink>, { styled: true });
  expect(getComputedStyle(screen.getByText(longWord))).toMatchObject({ textOverflow: 'ellipsis', whiteSpace: 'nowrap' });
});
