import { z } from 'zod';
import { defineFilters } from './filters';

const Filter = z.object({ name: z.string().optional(), verified: z.boolean().optional() });
const toConditions = defineFilters(Filter)<string, string>({
  name: (name, prefix) => `${prefix}.name = ${name}`,
  verified: (isVerified, prefix) => [`${prefix}.verified = ${isVerified}`],
});

it('adds a condition for each filter with a value', () => {
  expect(toConditions({ name: 'a', verified: false }, 'p')).toEqual(['p.name = a', 'p.verified = false']);
});

it('adds no condition for absent and empty filters', () => {
  expect(toConditions({ name: '' }, 'p')).toEqual([]);
});

it('refuses to start if a filter of the contract has no condition', () => {
  // @ts-expect-error the type refuses it as well
  expect(() => defineFilters(Filter)<string, string>({ name: () => 'x' })).toThrow('filters without a condition: verified');
});
