/** @jest-environment-options {"dom": true} */
import fc from 'fast-check';
import type { BoxData, Shape } from '../../editor/model/types';
import { waitUntil, TestBrowser, type Tab } from '../testing/test-browser';
import { shapeFromRow } from '../../shape-kinds/kind-calls';

type ServerFault = 'lost response' | { readonly status: number };
type Edit = (tab: Tab, nextData: () => BoxData) => void;

const anyIndex = fc.nat({ max: 1000 });
const picks = fc.array(anyIndex, { minLength: 1, maxLength: 5 });
const getIdsAt = ({ document }: Tab, at: readonly number[]) =>
  at.map((number) => document.getShapes()[number % Math.max(1, document.size)]?.id ?? 'none');

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.integer({ min: 1, max: 5 }).map(
    (count): Edit =>
      ({ document }, nextData) =>
        document.createMany(Array.from({ length: count }, () => ({ kind: 'object', labelId: 'cat', data: nextData() }))),
  ),
  picks.map(
    (at): Edit =>
      (tab) =>
        tab.document.delete(getIdsAt(tab, at)),
  ),
  fc.tuple(picks, fc.constantFrom('cat', 'dog')).map(
    ([at, label]): Edit =>
      (tab) =>
        tab.document.relabel(getIdsAt(tab, at), label),
  ),
  fc.constant<Edit>(({ document }) => document.eraseAll()),
  fc.constant<Edit>(({ document }) => document.undo()),
  fc.constant<Edit>(({ document }) => document.redo()),
);

const fault = fc.constantFrom<ServerFault>('lost response', { status: 503 }, { status: 500 }, { status: 0 });

const visit = fc.record({
  /** Edits, each with the number of event loop turns that pass after it. */
  edits: fc.array(fc.tuple(edit, fc.nat({ max: 30 })), { maxLength: 6 }),
  faults: fc.array(fault, { maxLength: 4 }),
  /** Tabs that are opened and killed before the last tab, which may finish. Some have an old release without bulk calls. */
  killed: fc.array(
    fc.record({ withoutBulkCalls: fc.boolean(), turns: fc.nat({ max: 40 }), faults: fc.array(fault, { maxLength: 2 }) }),
    {
      maxLength: 2,
    },
  ),
});

const contentsOf = (shapes: readonly Shape[]) =>
  shapes.map((shape) => `${shape.kind === 'object' ? shape.labelId : ''} ${shape.data.join()}`).sort();

test('random kills of tabs and server neither lose nor duplicate shapes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(visit, { minLength: 1, maxLength: 3 }), async (visits) => {
      const browser = new TestBrowser();
      let drawnCount = 0;
      const nextData = (): BoxData => {
        drawnCount += 1;
        return [drawnCount, 10, drawnCount + 20, 40];
      };
      const rows = () => [...browser.server.rows.values()].map((row) => shapeFromRow('object', row)!);
      const open = (withoutBulkCalls = false) => browser.openTab({ withoutBulkCalls, loaded: rows() });
      /** Lets pending work and the clock continue for a number of event loop turns. */
      const pass = async (turns: number) => {
        for (let turn = 0; turn < turns; turn += 1) {
          await new Promise((resolve) => setTimeout(resolve, 0));
          if (browser.clock.msUntilNext !== null) browser.clock.advance(browser.clock.msUntilNext);
        }
      };
      for (const { edits, faults, killed } of visits) {
        let tab = await open();
        browser.server.fail(...faults);
        for (const [act, turns] of edits) {
          act(tab, nextData);
          await pass(turns);
        }
        // All shapes that were visible when the tab died must be on the server at the end.
        const visibleContents = contentsOf(tab.document.getShapes());
        // Wait until all edits are stored: this entry is stored after them.
        await tab.outbox.enterChanges('another-image', []);
        tab.close();
        for (const { withoutBulkCalls, turns, faults: moreFaults } of killed) {
          browser.server.fail(...moreFaults);
          tab = await open(withoutBulkCalls);
          await pass(turns);
          tab.close();
        }
        tab = await open();
        await waitUntil(() => {
          if (browser.clock.msUntilNext !== null) browser.clock.advance(browser.clock.msUntilNext);
          expect(tab.outbox.saveState).toEqual({ kind: 'saved', durable: true });
        });
        expect(contentsOf(rows())).toEqual(visibleContents);
        expect(contentsOf(tab.document.getShapes())).toEqual(visibleContents);
        tab.close();
      }
    }),
    { numRuns: 20 },
  );
}, 120_000);
