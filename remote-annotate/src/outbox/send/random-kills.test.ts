/** @jest-environment-options {"dom": true} */
import fc from 'fast-check';
import type { BoxData, Shape } from '../../editor/model/types';
import { waitUntil, TestBrowser, type Tab } from '../testing/test-browser';
import { shapeFromRow } from '../../shape-kinds/kind-calls';

type ServerFault = 'lost response' | { readonly status: number };
type Edit = (tab: Tab, createNextBox: () => BoxData) => void;

const anyIndex = fc.nat({ max: 1000 });
const shapeIndexes = fc.array(anyIndex, { minLength: 1, maxLength: 5 });
const getIdsAt = ({ document }: Tab, indexes: readonly number[]) =>
  indexes.map((number) => document.getShapes()[number % Math.max(1, document.size)]?.id ?? 'none');

const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.integer({ min: 1, max: 5 }).map(
    (count): Edit =>
      ({ document }, createNextBox) =>
        document.createMany(Array.from({ length: count }, () => ({ kind: 'object', labelId: 'cat', data: createNextBox() }))),
  ),
  shapeIndexes.map(
    (indexes): Edit =>
      (tab) =>
        tab.document.delete(getIdsAt(tab, indexes)),
  ),
  fc.tuple(shapeIndexes, fc.constantFrom('cat', 'dog')).map(
    ([indexes, label]): Edit =>
      (tab) =>
        tab.document.relabel(getIdsAt(tab, indexes), label),
  ),
  fc.constant<Edit>(({ document }) => document.eraseAll()),
  fc.constant<Edit>(({ document }) => document.undo()),
  fc.constant<Edit>(({ document }) => document.redo()),
);

const anyFault = fc.constantFrom<ServerFault>('lost response', { status: 503 }, { status: 500 }, { status: 0 });

const anyVisit = fc.record({
  /** Edits, each with the number of event loop turns that pass after it. */
  edits: fc.array(fc.tuple(anyEdit, fc.nat({ max: 30 })), { maxLength: 6 }),
  faults: fc.array(anyFault, { maxLength: 4 }),
  /** Tabs that are opened and killed before the last tab, which may finish. Some have an old release without bulk calls. */
  killed: fc.array(
    fc.record({ withoutBulkCalls: fc.boolean(), turns: fc.nat({ max: 40 }), faults: fc.array(anyFault, { maxLength: 2 }) }),
    {
      maxLength: 2,
    },
  ),
});

const getContents = (shapes: readonly Shape[]) =>
  shapes.map((shape) => `${shape.kind === 'object' ? shape.labelId : ''} ${shape.data.join()}`).sort();

test('random kills of tabs and server neither lose nor duplicate shapes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyVisit, { minLength: 1, maxLength: 3 }), async (visits) => {
      const browser = new TestBrowser();
      let drawnCount = 0;
      const createNextBox = (): BoxData => {
        drawnCount += 1;
        return [drawnCount, 10, drawnCount + 20, 40];
      };
      const listServerShapes = () => [...browser.server.rows.values()].map((row) => shapeFromRow('object', row)!);
      const openTab = (withoutBulkCalls = false) => browser.openTab({ withoutBulkCalls, loaded: listServerShapes() });
      /** Lets pending work and the clock continue for a number of event loop turns. */
      const passTurns = async (turns: number) => {
        for (let turn = 0; turn < turns; turn += 1) {
          await new Promise((resolve) => setTimeout(resolve, 0));
          if (browser.clock.msUntilNext !== null) browser.clock.advance(browser.clock.msUntilNext);
        }
      };
      for (const { edits, faults, killed } of visits) {
        let tab = await openTab();
        browser.server.fail(...faults);
        for (const [runEdit, turns] of edits) {
          runEdit(tab, createNextBox);
          await passTurns(turns);
        }
        // All shapes that were visible when the tab died must be on the server at the end.
        const visibleContents = getContents(tab.document.getShapes());
        // Wait until all edits are stored: this entry is stored after them.
        await tab.outbox.enterChanges('another-image', []);
        tab.close();
        for (const { withoutBulkCalls, turns, faults: killedTabFaults } of killed) {
          browser.server.fail(...killedTabFaults);
          tab = await openTab(withoutBulkCalls);
          await passTurns(turns);
          tab.close();
        }
        tab = await openTab();
        await waitUntil(() => {
          if (browser.clock.msUntilNext !== null) browser.clock.advance(browser.clock.msUntilNext);
          expect(tab.outbox.saveState).toEqual({ kind: 'saved', durable: true });
        });
        expect(getContents(listServerShapes())).toEqual(visibleContents);
        expect(getContents(tab.document.getShapes())).toEqual(visibleContents);
        tab.close();
      }
    }),
    { numRuns: isLongRun ? 20 : 7 },
  );
}, 120_000);
