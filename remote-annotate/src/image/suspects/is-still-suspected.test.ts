import type { Suspect } from '@console/shared-contract/api';
import type { Shape } from '../../editor';
import { suspectRow } from '../../outbox/testing/writes';
import { isStillSuspected } from './is-still-suspected';

const cell = (data: Extract<Shape, { kind: 'object' }>['data'], labelId = 'rbc', id = 'a'): Shape => ({
  kind: 'object',
  id,
  serverId: `row-${id}`,
  labelId,
  data,
  metaData: {},
});
const leaf: Shape = {
  kind: 'polygon',
  id: 'l',
  serverId: 'row-l',
  labelId: 'leaf',
  data: [100, 100, 200, 100, 200, 200, 100, 200],
  metaData: {},
};
const named = (id: string) => ({ id, name: id, color: null });
const of = (kind: Suspect['kind'], fields: Partial<Suspect> = {}) => suspectRow('s', { kind, ...fields });
const ofShape = { shape: 'row-a', label: named('rbc') };
const nothing = { label: null, prob: null };

test.each<[string, Suspect, Shape[], boolean]>([
  ['missing object applies', of('missing'), [], true],
  ['missing object applies next to another label', of('missing'), [cell([100, 100, 200, 200], 'wbc')], true],
  ['missing object applies far from the same label', of('missing'), [cell([300, 300, 400, 400])], true],
  ['drawn object no longer applies', of('missing'), [cell([105, 100, 205, 200])], false],
  [
    'missing object applies when a polygon is drawn',
    of('missing', { said: { ...of('missing').said, label: named('leaf') } }),
    [leaf],
    true,
  ],
  [
    'drawn polygon no longer applies',
    of('missing', { domain: 'segmentation', said: { ...of('missing').said, label: named('leaf') } }),
    [leaf],
    false,
  ],
  ['deleted label does not apply', of('missing', { said: { ...of('missing').said, label: null } }), [], false],
  ['misplaced object applies', of('misplaced', ofShape), [cell([160, 160, 260, 260])], true],
  ['moved object no longer applies', of('misplaced', ofShape), [cell([110, 100, 210, 200])], false],
  ['wrong label applies', of('other_label', ofShape), [cell([100, 100, 200, 200])], true],
  ['changed label no longer applies', of('other_label', ofShape), [cell([100, 100, 200, 200], 'wbc')], false],
  ['superfluous object applies', of('superfluous', { ...ofShape, said: nothing }), [cell([100, 100, 200, 200])], true],
  ['deleted object no longer applies', of('superfluous', { ...ofShape, said: nothing }), [], false],
])('a suspected shape: %s', (_, suspect, shapes, isSo) => {
  expect(isStillSuspected(suspect, shapes, [])).toBe(isSo);
});

const ripe = { id: 'ripe', name: 'Ripe', type: 'category' as const, value: null };
const size = { id: 'size', name: 'Size', type: 'value' as const, value: 3 };
const label = (kind: Suspect['kind'], fields: Partial<Suspect> = {}) =>
  of(kind, { domain: 'recognition', label: named('ripe'), said: { label: named('raw'), prob: 0.9 }, ...fields });

test.each<[string, Suspect, (typeof ripe | typeof size)[], boolean]>([
  ['missing label applies', label('missing', { label: null }), [ripe], true],
  ['added label no longer applies', label('missing', { label: null, said: { label: named('ripe'), prob: 0.9 } }), [ripe], false],
  ['wrong label applies', label('other_label'), [ripe], true],
  ['removed label no longer applies', label('other_label'), [], false],
  ['superfluous label applies', label('superfluous', { said: nothing }), [ripe], true],
  ['wrong value applies', label('value', { label: named('size'), said: { ...nothing, value: 7 } }), [size], true],
  ['changed value no longer applies', label('value', { label: named('size'), said: { ...nothing, value: 3 } }), [size], false],
])('a suspected label: %s', (_, suspect, labels, isSo) => {
  expect(isStillSuspected(suspect, [], labels)).toBe(isSo);
});
