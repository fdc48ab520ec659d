import { createBox, LABELS, createPoint } from '../../editor/testing/test-editor';
import type { Shape } from '../../editor/model/types';
import { describeConflict } from './describe-conflict';
import type { AttentionItem, Problem } from '../entries/types';

const createAttentionItem = (
  before: Shape,
  after: Shape | null,
  problem: Omit<Extract<Problem, { type: 'conflict' }>, 'type'>,
): AttentionItem => ({
  id: 'e',
  scope: 's',
  userId: 'me',
  workspaceId: 'w',
  imageId: 'i',
  seq: 1,
  revision: 1,
  key: 'k',
  createdAt: 0,
  attempts: 1,
  sealed: null,
  op: after ? 'update' : 'delete',
  kind: before.kind,
  shapeId: before.id,
  before,
  after,
  problem: { type: 'conflict', ...problem },
});
const describeInText = (...args: Parameters<typeof createAttentionItem>) =>
  describeConflict(createAttentionItem(...args), ({ id }) => `Shape ${id}`, LABELS);
const catBox = createBox('a', [0, 0, 40, 40]);

it('names the shape, the other user and both changes', () => {
  const serverBox = createBox('a', [9, 9, 40, 40], 'dog');
  expect(
    describeInText(
      catBox,
      { ...catBox, metaData: { tail: 1 } },
      { theirs: serverBox, by: { id: 'alice-id', username: 'alice' } },
    ),
  ).toBe('Shape a: alice gave it the label Dog and moved or resized it in the meantime. You changed its meta data.');
});

it('describes deletions, unknown authors and changes by the same user', () => {
  expect(describeInText(catBox, { ...catBox, data: [1, 1, 50, 50] }, { theirs: null })).toBe(
    'Shape a: another user deleted it in the meantime. You moved or resized it.',
  );
  expect(
    describeInText(catBox, { ...catBox, data: [1, 1, 50, 50] }, { theirs: null, by: { id: 'alice-id', username: 'alice' } }),
  ).toBe('Shape a: alice deleted it in the meantime. You moved or resized it.');
  const tipPoint = createPoint('t', [5, 5]);
  expect(
    describeInText(
      tipPoint,
      { ...tipPoint, name: 'Top' },
      { theirs: { ...tipPoint, data: [6, 6] }, by: { id: 'me', username: 'me' } },
    ),
  ).toBe('Shape t: you, in another window, moved or resized it in the meantime. You named it Top.');
});
