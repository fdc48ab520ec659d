import { agreesCompletely } from './agrees-completely';
import type { SnapshotShape, WorkSnapshot } from './compare';

const createBox = (data: number[], fields: Partial<SnapshotShape> = {}): SnapshotShape => ({
  kind: 'object',
  label: 'cell',
  data,
  labels: [],
  attributes: {},
  ...fields,
});
const createPoint = (name: string, data: number[]): SnapshotShape & { name: string } => ({
  kind: 'point',
  label: null,
  name,
  data,
  labels: [],
});
const createWork = (...shapes: SnapshotShape[]): WorkSnapshot => ({ labels: [{ label: 'sharp', value: null }], shapes });

it('accepts the work of one user, and equal work of several', () => {
  const work = createWork(createBox([0, 0, 100, 100]), createPoint('tip', [1, 1]));
  expect(agreesCompletely([work])).toBe(true);
  expect(agreesCompletely([work, work, createWork(createPoint('tip', [1, 1]), createBox([0, 0, 100, 95]))])).toBe(true);
});

it.each<[string, WorkSnapshot]>([
  ['a less similar shape', createWork(createBox([0, 0, 100, 85]))],
  ['a missing shape', createWork()],
  ['another label', createWork(createBox([0, 0, 100, 100], { label: 'platelet' }))],
  ['another attribute', createWork(createBox([0, 0, 100, 100], { attributes: { occluded: true } }))],
  ['a point', createWork(createBox([0, 0, 100, 100]), createPoint('tip', [1, 1]))],
  ['another label of the image', { ...createWork(createBox([0, 0, 100, 100])), labels: [] }],
])('rejects %s', (_, otherWork) => {
  expect(agreesCompletely([createWork(createBox([0, 0, 100, 100])), otherWork])).toBe(false);
});
