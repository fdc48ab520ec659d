import type { Change } from '@console/shared-contract/api';
import { listFields } from './describe-changes';
import { describeVersion, getSource, groupVersions, withInitialVersion } from './versions';

const rowNames = {
  apple: { kind: 'detection_label', name: 'Apple' },
  pear: { kind: 'detection_label', name: 'Pear' },
} as const;

const createChange = (id: number, changeSet: number, fields: Partial<Change> = {}): Change => ({
  id,
  change_set: {
    id: changeSet,
    created: '2026-02-03T14:00:00.000Z',
    user: null,
    origin: 'console',
    action: null,
    work: null,
    summarized: false,
    kinds: ['detection_object'],
    can_undo: true,
    undoes: null,
    undone_by: null,
  },
  kind: 'detection_object',
  subject: 'image-1',
  row: `object-${id}`,
  operation: 'update',
  before: { data: [1, 2, 20, 20] },
  after: { data: [1, 2, 30, 20] },
  ...fields,
});
const createInsertion = (id: number, label: string) =>
  createChange(id, 1, { operation: 'insert', before: null, after: { detection_label_id: label } });
const describeVersionOf = (...changes: Change[]) => describeVersion(groupVersions(changes)[0]!, rowNames);

test('changes of one change set form one version, identified by the last change', () => {
  const versions = groupVersions([createChange(9, 2), createChange(8, 2), createChange(7, 1)]);
  expect(versions.map(({ lastChange, changes }) => [lastChange, changes.length])).toEqual([
    [9, 2],
    [7, 1],
  ]);
});

test('added and removed rows are described by their labels, each once', () => {
  expect(describeVersionOf(createInsertion(3, 'apple'), createInsertion(2, 'pear'), createInsertion(1, 'apple')).summary).toBe(
    'Added 3 objects: Apple, Pear',
  );
  expect(describeVersionOf(createInsertion(1, 'deleted')).summary).toBe('Added 1 object');
});

test('changed fields are described by name and values', () => {
  const change = createChange(1, 1, { before: { detection_label_id: 'apple' }, after: { detection_label_id: 'pear' } });
  expect(describeVersionOf(change)).toEqual({ summary: 'Changed 1 object', fields: ['Label: Apple → Pear'] });
});

test('each attribute of a shape is a field, and missing flags are no', () => {
  const before = { attributes: { side: 'back', crowd: true } };
  const after = { attributes: { side: 'back', occluded: true, ripe: false } };
  expect(describeVersionOf(createChange(1, 1, { before, after })).fields).toEqual([
    'crowd: Yes → No',
    'occluded: No → Yes',
    'ripe: – → No',
  ]);
});

test('an added shape has a field for each of its attributes', () => {
  expect(listFields({ before: null, after: { attributes: {} } })).toEqual([]);
  expect(listFields({ before: null, after: { attributes: { crowd: true, side: 'back' } } })).toEqual([
    { field: 'attributes.crowd', before: 'No', after: 'Yes' },
    { field: 'attributes.side', before: '', after: 'back' },
  ]);
});

test('the attributes that a label declares are described by name and type', () => {
  const sideAttribute = { name: 'side', type: 'choice', choices: ['front', 'back'], required: true };
  const change = createChange(1, 1, { before: { attributes: [] }, after: { attributes: [sideAttribute] } });
  expect(describeVersionOf(change).fields).toEqual(['Attributes: – → side (choice: front, back, required true)']);
});

test('skeletons are described by their number of points, and templates by the names of points', () => {
  const after = { data: [10, 5, 2, 4, 20, 1, 0, 0, 0] };
  expect(listFields({ kind: 'skeleton', before: null, after })).toEqual([{ field: 'data', before: '', after: '2 points' }]);
  const skeleton = { points: [{ name: 'head' }, { name: 'foot' }], edges: [[0, 1]] };
  const change = createChange(1, 1, { kind: 'detection_label', before: { skeleton: null }, after: { skeleton } });
  expect(describeVersionOf(change).fields).toEqual(['Skeleton: – → head, foot']);
});

test('a verification is described as a sentence', () => {
  const verification = createChange(1, 1, {
    kind: 'image_verification',
    operation: 'insert',
    before: null,
    after: { user_id: 'u' },
  });
  expect(describeVersionOf(verification)).toEqual({ summary: 'Verified the image', fields: [] });
  const acceptedVerification = createChange(1, 1, { ...verification, after: { user_id: 'u', model_id: 'm' } });
  const labelChange = createChange(2, 1, { kind: 'image_label', operation: 'insert', before: null, after: {} });
  const [version] = groupVersions([labelChange, acceptedVerification]);
  expect(describeVersion(version!, rowNames).fields).toEqual(['Accepted by a model without a review']);
});

test('describes undo and restore, and names sources other than the console', () => {
  const describeWithSet = (fields: Partial<Change['change_set']>) => {
    const change = createChange(1, 1);
    return createChange(1, 1, { change_set: { ...change.change_set, ...fields } });
  };
  expect(describeVersionOf(describeWithSet({ undoes: 4 })).summary).toBe('Undo: Changed 1 object');
  expect(describeVersionOf(describeWithSet({ action: 'POST /history/v2/restore-version' })).summary).toBe(
    'Restored: Changed 1 object',
  );
  expect(getSource({ set: describeWithSet({ origin: 'token' }).change_set })).toBe('API token');
  expect(getSource({ set: describeWithSet({}).change_set })).toBe('');
});

describe('the initial version', () => {
  it('precedes the versions of a row whose creation is not recorded', () => {
    const versions = withInitialVersion(groupVersions([createChange(5, 1)]), 'image-1');
    expect(versions.map(({ lastChange }) => lastChange)).toEqual([5, 0]);
    expect(describeVersion(versions[1]!, rowNames)).toEqual({ summary: 'Before the first recorded change', fields: [] });
  });

  it('is missing if the creation is recorded or if there are no changes', () => {
    const creation = createChange(1, 1, { kind: 'training_image', row: 'image-1', operation: 'insert', before: null });
    expect(withInitialVersion(groupVersions([createChange(5, 2), creation]), 'image-1')).toHaveLength(2);
    expect(withInitialVersion([], 'image-1')).toEqual([]);
  });
});
