import { failWith, signInForTest, stubApi } from '@console/shared-auth/testing';
import type { DeclaredProvenance } from '@console/shared-contract/api';
import { screen, within } from '@testing-library/react';
import { renderShell } from '../testing/shell-harness';

const anna = { id: 'b7a1f0c5-7a0b-4c3e-9a55-0d8f5b2f7c11', username: 'Anna' };
const file: Omit<DeclaredProvenance, 'kind' | 'count' | 'facts'> = {
  file: 'set/console.jsonl',
  imported: '2026-02-03T14:05:00.000Z',
  user: anna,
  import: { id: 'c7a1f0c5-7a0b-4c3e-9a55-0d8f5b2f7c11', name: 'shelf.zip' },
};
const declaredEntries: DeclaredProvenance[] = [
  {
    ...file,
    kind: 'training_image',
    count: 1,
    facts: [{ action: 'verified', by: 'ben@figs.test', at: '2019-05-03T10:00:00.000Z', nothing_to_annotate: true }],
  },
  {
    ...file,
    kind: 'detection_object',
    count: 12,
    facts: [{ action: 'annotated', by: null, at: null, source: 'auto', context: 'Shelf' }],
  },
];
const unverifiedProvenance = { verifications: [], declared: [], declared_count: 0 };
const renderProvenance = (provenance: object, kind = 'training_image') => {
  stubApi({
    'GET /history/v2/change/': { results: [], next: null, names: {} },
    'GET /recognition/v2/training-image/{id}': failWith(404),
    'GET /history/v2/provenance/': provenance,
  });
  return renderShell(`/history?kind=${kind}&subject=image-1&name=b.png`);
};

beforeEach(() => signInForTest());

describe('origin of an image in its history', () => {
  it('names verifications with user, time and source', async () => {
    const record = { user: anna, created: '2026-02-03T14:05:00.000Z', action: null };
    await renderProvenance({
      ...unverifiedProvenance,
      verifications: [
        { ...record, origin: 'token', import: null },
        { ...record, user: { id: 'u2', username: null }, origin: 'work', import: file.import },
        { ...record, user: { id: 'u3', username: 'Carl' }, origin: null, import: null },
        { ...record, user: { id: 'u4', username: 'Dora' }, origin: 'work', import: null, model: 'm1' },
      ],
    });
    expect(await screen.findByText('Anna')).toBeVisible();
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items).toEqual(
      expect.arrayContaining([
        'Anna, 2026-02-03 14:05, source: API token',
        'Former member, 2026-02-03 14:05, source: import of shelf.zip, whose files declare a verification',
        'Carl, 2026-02-03 14:05, source not recorded',
        'Dora, 2026-02-03 14:05, source: predictions of a model that were accepted without a review',
      ]),
    );
  });

  it('lists facts that imported files declare separately from verifications', async () => {
    await renderProvenance({ verifications: [], declared: declaredEntries, declared_count: 205 });
    expect(await screen.findByText('Nobody has verified this item in this workspace.')).toBeVisible();
    const group = within(screen.getByRole('group', { name: 'Declared by the file set/console.jsonl' }));
    expect(group.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Verified by ben@figs.test on 2019-05-03 10:00, nothing to annotate',
      '12 objects: Annotated in Shelf, source: auto',
    ]);
    expect(group.getByText('Imported by Anna on 2026-02-03 14:05, as shelf.zip')).toBeVisible();
    expect(screen.getByText('and 203 further entries')).toBeVisible();
  });

  it('shows no section for missing declared facts or for a job', async () => {
    const { unmount } = await renderProvenance(unverifiedProvenance);
    expect(await screen.findByText('Nobody has verified this item in this workspace.')).toBeVisible();
    expect(screen.queryByText('Declared by imported files')).toBeNull();
    unmount();
    await renderProvenance(unverifiedProvenance, 'annotation_job');
    expect(await screen.findByText('No changes are recorded.')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Verification and origin' })).toBeNull();
  });

  it('offers Retry if it cannot be loaded', async () => {
    await renderProvenance(failWith(500, 'refused'));
    expect(await screen.findByText("Couldn't load who verified this item.")).toBeVisible();
  });
});
