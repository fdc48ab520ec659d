import type { Suspect } from '@console/shared-contract/api';
import type { Shape } from '../../editor';
import { createSuspectRow } from '../../outbox/testing/writes';
import { isStillSuspected } from './is-still-suspected';

const createCell = (data: Extract<Shape, { kind: 'object' }>['data'], labelId = 'rbc', id = 'a'): Shape => ({
  kind: 'object',
  id,
  serverId: `row-${id}`,
  labelId,
  data,
  metaData: {},
});
const leafPolygon: Shape = {
  kind: 'polygon',
  id: 'l',
  serverId: 'row-l',
  labelId: 'leaf',
  data: [100, 100, 200, 100, 200, 200, 100, 200],
  metaData: {},
};
/** A mask that fills the box [100, 100, 200, 200]. */
const leafMask: Shape = {
  kind: 'mask',
  id: 'm',
  serverId: 'row-m',
  labelId: 'leaf',
  metaData: {},
  data: [100, 100, 100, 100, 0, 10_000],
};
const toLabelReference = (id: string) => ({ id, name: id, color: null });
const createSuspect = (kind: Suspect['kind'], fields: Partial<Suspect> = {}) => createSuspectRow('s', { kind, ...fields });
const boxFields = { shape: 'row-a', label: toLabelReference('rbc') };
const maskFields = { domain: 'segmentation' as const, shape: 'row-m', label: toLabelReference('leaf') };
const noPrediction = { label: null, prob: null };

test.each<[string, Suspect, Shape[], boolean]>([
  ['missing object applies', createSuspect('missing'), [], true],
  ['missing object applies next to another label', createSuspect('missing'), [createCell([100, 100, 200, 200], 'wbc')], true],
  ['missing object applies far from the same label', createSuspect('missing'), [createCell([300, 300, 400, 400])], true],
  ['drawn object no longer applies', createSuspect('missing'), [createCell([105, 100, 205, 200])], false],
  [
    'missing object applies when a polygon is drawn',
    createSuspect('missing', { said: { ...createSuspect('missing').said, label: toLabelReference('leaf') } }),
    [leafPolygon],
    true,
  ],
  [
    'drawn polygon no longer applies',
    createSuspect('missing', {
      domain: 'segmentation',
      said: { ...createSuspect('missing').said, label: toLabelReference('leaf') },
    }),
    [leafPolygon],
    false,
  ],
  [
    'drawn mask no longer applies',
    createSuspect('missing', {
      domain: 'segmentation',
      said: { ...createSuspect('missing').said, label: toLabelReference('leaf') },
    }),
    [leafMask],
    false,
  ],
  ['superfluous mask applies', createSuspect('superfluous', { ...maskFields, said: noPrediction }), [leafMask], true],
  [
    'box moved a little from the predicted position applies',
    createSuspect('misplaced', boxFields),
    [createCell([120, 100, 220, 200])],
    true,
  ],
  [
    'box near the predicted position does not apply',
    createSuspect('misplaced', boxFields),
    [createCell([110, 100, 210, 200])],
    false,
  ],
  ['mask at the predicted position does not apply', createSuspect('misplaced', maskFields), [leafMask], false],
  [
    'deleted label does not apply',
    createSuspect('missing', { said: { ...createSuspect('missing').said, label: null } }),
    [],
    false,
  ],
  ['misplaced object applies', createSuspect('misplaced', boxFields), [createCell([160, 160, 260, 260])], true],
  ['moved object no longer applies', createSuspect('misplaced', boxFields), [createCell([110, 100, 210, 200])], false],
  ['wrong label applies', createSuspect('other_label', boxFields), [createCell([100, 100, 200, 200])], true],
  ['changed label no longer applies', createSuspect('other_label', boxFields), [createCell([100, 100, 200, 200], 'wbc')], false],
  [
    'superfluous object applies',
    createSuspect('superfluous', { ...boxFields, said: noPrediction }),
    [createCell([100, 100, 200, 200])],
    true,
  ],
  ['deleted object no longer applies', createSuspect('superfluous', { ...boxFields, said: noPrediction }), [], false],
])('isStillSuspected checks a suspected shape: %s', (_, suspect, shapes, applies) => {
  expect(isStillSuspected(suspect, shapes, [])).toBe(applies);
});

const ripe = { id: 'ripe', name: 'Ripe', type: 'category' as const, value: null };
const sizeLabel = { id: 'size', name: 'Size', type: 'value' as const, value: 3 };
const createLabelSuspect = (kind: Suspect['kind'], fields: Partial<Suspect> = {}) =>
  createSuspect(kind, {
    domain: 'recognition',
    label: toLabelReference('ripe'),
    said: { label: toLabelReference('raw'), prob: 0.9 },
    ...fields,
  });

test.each<[string, Suspect, (typeof ripe | typeof sizeLabel)[], boolean]>([
  ['missing label applies', createLabelSuspect('missing', { label: null }), [ripe], true],
  [
    'added label no longer applies',
    createLabelSuspect('missing', { label: null, said: { label: toLabelReference('ripe'), prob: 0.9 } }),
    [ripe],
    false,
  ],
  ['wrong label applies', createLabelSuspect('other_label'), [ripe], true],
  ['removed label no longer applies', createLabelSuspect('other_label'), [], false],
  ['superfluous label applies', createLabelSuspect('superfluous', { said: noPrediction }), [ripe], true],
  [
    'wrong value applies',
    createLabelSuspect('value', { label: toLabelReference('size'), said: { ...noPrediction, value: 7 } }),
    [sizeLabel],
    true,
  ],
  [
    'changed value no longer applies',
    createLabelSuspect('value', { label: toLabelReference('size'), said: { ...noPrediction, value: 3 } }),
    [sizeLabel],
    false,
  ],
])('isStillSuspected checks a suspected label: %s', (_, suspect, labels, applies) => {
  expect(isStillSuspected(suspect, [], labels)).toBe(applies);
});
