import { toExampleUse } from './example-use';
import { parseTrainingParams } from './training-params';

const { leaveOut } = parseTrainingParams('detection', {});

it.each([
  ['a shape without attributes is used', undefined, leaveOut, {}],
  ['other flags do not change that', { occluded: true, difficult: true, ripe: true }, leaveOut, {}],
  ['an ignored shape is left out and not tested', { ignore: true }, leaveOut, { isLeftOut: true, isIgnored: true }],
  ['a crowd is left out and not tested', { crowd: true }, leaveOut, { isLeftOut: true, isIgnored: true, isCrowd: true }],
  ['a crowd of which the task trains is not tested', { crowd: true }, [], { isIgnored: true, isCrowd: true }],
  ['a flag of the settings leaves a shape out', { difficult: true }, ['difficult'], { isLeftOut: true, isIgnored: true }],
])('%s', (_, attributes, flags, expected) => {
  const { leaveOut: parsed } = parseTrainingParams('detection', { leave_out: flags });
  expect(toExampleUse(attributes, parsed)).toEqual(expected);
});

it('invalid flags in the settings are replaced by the default', () => {
  expect(parseTrainingParams('segmentation', { leave_out: ['blurred'] }).leaveOut).toEqual(['crowd', 'ignore']);
});
