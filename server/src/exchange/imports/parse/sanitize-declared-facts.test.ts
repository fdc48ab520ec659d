import { MAX_DECLARED_FACTS, type DeclaredFact } from '@console/shared-contract/api';
import fc from 'fast-check';
import { mergeDeclared, sanitizeDeclaredFacts } from './sanitize-declared-facts';

const createFact = (fields: Partial<DeclaredFact> = {}): DeclaredFact => ({ action: 'verified', by: null, at: null, ...fields });

function sanitizeFacts(...declaredFacts: DeclaredFact[]) {
  const notes: string[] = [];
  const addNote = (reason: string, count = 1) => {
    if (count > 0) notes.push(reason);
  };
  return { ...sanitizeDeclaredFacts({ file: 'a.xml', facts: declaredFacts }, addNote), notes };
}

it.each([
  ['2020-04-23', '2020-04-23T00:00:00.000Z'],
  ['2020-04-23T08:57:24.614217+02:00', '2020-04-23T06:57:24.614Z'],
  ['2013/11/14 17:02:52', '2013-11-14T17:02:52.000Z'],
  ['25-May-2012 00:09:48', '2012-05-25T00:09:48.000Z'],
])('sanitizeDeclaredFacts reads the date %s', (date, expected) => {
  expect(sanitizeFacts(createFact({ at: date }))).toMatchObject({ facts: [{ at: expected }], notes: [] });
});

it.each(['0000-01-01', '0000-00-00T00:00:00Z', '2023-02-31', '9999-12-31', '1899-12-31', 'yesterday', '1'.repeat(10_000)])(
  'removes the impossible date %.20s with a note',
  (date) => {
    const { facts, notes } = sanitizeFacts(createFact({ at: date }));
    expect([facts, notes]).toEqual([
      [createFact()],
      ['Declared dates that are invalid, before 1900 or in the future: not imported'],
    ]);
  },
);

it('truncates names and removes control characters and changes of the text direction', () => {
  const { facts, notes } = sanitizeFacts(createFact({ by: `${'a'.repeat(10_000)}` }), createFact({ by: 'ann\u0000\u202egpj' }));
  expect(facts.map(({ by }) => by)).toEqual(['a'.repeat(200), 'ann  gpj']);
  expect(notes).toHaveLength(2);
});

it('limits declared facts to sizes and characters that the database can store', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.constantFrom('\u0000', '\ud800', '"\\'.repeat(5_000)));
  const fact = fc.record({
    action: fc.constantFrom('verified' as const, 'annotated' as const),
    by: fc.option(text),
    at: fc.option(text),
    source: text,
    context: text,
    seconds: fc.double(),
  });
  fc.assert(
    fc.property(text, fc.array(fact, { maxLength: 60 }), (file, declaredFacts) => {
      const storedFacts = sanitizeDeclaredFacts({ file, facts: declaredFacts }, () => undefined);
      const json = JSON.stringify(storedFacts.facts);
      expect(storedFacts.facts.length).toBeLessThanOrEqual(MAX_DECLARED_FACTS);
      expect(Buffer.byteLength(json)).toBeLessThan(65_536);
      expect(Buffer.byteLength(storedFacts.file)).toBeLessThanOrEqual(2_048);
      expect(json).not.toMatch(/[\p{Cc}\p{Surrogate}]|\\u0000|\\ud8/u);
    }),
    { numRuns: process.env.LONG ? 200 : 50 },
  );
});

it('merges facts of one file and limits the number of files', () => {
  const [factByAnn, factByBen] = [createFact({ by: 'ann' }), createFact({ by: 'ben' })];
  const merged = mergeDeclared([{ file: 'a.xml', facts: [factByAnn] }], { file: 'a.xml', facts: [factByAnn, factByBen] });
  expect(merged).toEqual([{ file: 'a.xml', facts: [factByAnn, factByBen] }]);
  let mergedFacts = merged;
  for (let number = 0; number < 100; number++)
    mergedFacts = mergeDeclared(mergedFacts, { file: `${number}.xml`, facts: [factByAnn] });
  expect(mergedFacts).toHaveLength(20);
});
