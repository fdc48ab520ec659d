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
  ['what nobody has drawn', of('missing'), [], true],
  ['with another label there', of('missing'), [cell([100, 100, 200, 200], 'wbc')], true],
  ['far from one of the label', of('missing'), [cell([300, 300, 400, 400])], true],
  ['drawn meanwhile', of('missing'), [cell([105, 100, 205, 200])], false],
  [
    'drawn as a polygon, which is another thing',
    of('missing', { said: { ...of('missing').said, label: named('leaf') } }),
    [leaf],
    true,
  ],
  [
    'a polygon drawn meanwhile',
    of('missing', { domain: 'segmentation', said: { ...of('missing').said, label: named('leaf') } }),
    [leaf],
    false,
  ],
  ['a label that is gone', of('missing', { said: { ...of('missing').said, label: null } }), [], false],
  ['another place', of('misplaced', ofShape), [cell([160, 160, 260, 260])], true],
  ['moved meanwhile', of('misplaced', ofShape), [cell([110, 100, 210, 200])], false],
  ['another label', of('other_label', ofShape), [cell([100, 100, 200, 200])], true],
  ['relabelled meanwhile', of('other_label', ofShape), [cell([100, 100, 200, 200], 'wbc')], false],
  ['nothing there', of('superfluous', { ...ofShape, said: nothing }), [cell([100, 100, 200, 200])], true],
  ['deleted meanwhile', of('superfluous', { ...ofShape, said: nothing }), [], false],
])('a suspected shape: %s', (_, suspect, shapes, isSo) => {
  expect(isStillSuspected(suspect, shapes, [])).toBe(isSo);
});

const ripe = { id: 'ripe', name: 'Ripe', type: 'category' as const, value: null };
const size = { id: 'size', name: 'Size', type: 'value' as const, value: 3 };
const label = (kind: Suspect['kind'], fields: Partial<Suspect> = {}) =>
  of(kind, { domain: 'recognition', label: named('ripe'), said: { label: named('raw'), prob: 0.9 }, ...fields });

test.each<[string, Suspect, (typeof ripe | typeof size)[], boolean]>([
  ['missing', label('missing', { label: null }), [ripe], true],
  ['missing, given meanwhile', label('missing', { label: null, said: { label: named('ripe'), prob: 0.9 } }), [ripe], false],
  ['another one', label('other_label'), [ripe], true],
  ['another one, taken off meanwhile', label('other_label'), [], false],
  ['too much', label('superfluous', { said: nothing }), [ripe], true],
  ['of another value', label('value', { label: named('size'), said: { ...nothing, value: 7 } }), [size], true],
  ['of another value, set meanwhile', label('value', { label: named('size'), said: { ...nothing, value: 3 } }), [size], false],
])('a suspected label: %s', (_, suspect, labels, isSo) => {
  expect(isStillSuspected(suspect, [], labels)).toBe(isSo);
});
