/** @jest-environment-options {"dom": true} */
// How the outbox sends writes to a layer: one user's own annotations of an image in a job with independent work.
import type { BoxShape } from '../../editor/model/types';
import { toLayerWorkId } from '../entries/work-id';
import type { MarkDoneWrite } from '../entries/write';
import { BOX_A, BOX_B, BOX_C } from '../testing/boxes';
import { IMAGE, TestBrowser, waitUntil, waitUntilSaved, type Tab } from '../testing/test-browser';

const PUT_SHAPE = 'PUT /annotate/v2/layer/{id}/shape/{shape_id}';
const MARK_DONE = 'POST /annotate/v2/imagejob/{id}/mark-done';
const workId = toLayerWorkId({ id: 'layer-1', job: 'job-1', image: IMAGE });
const markDoneWrite: MarkDoneWrite = {
  kind: 'mark-done',
  of: 'image',
  job: { id: 'job-1', name: 'Cells' },
  item: IMAGE,
  work: workId,
  verification: { statesEmpty: false },
  before: false,
  after: true,
};
const boxShape: BoxShape = { kind: 'object', id: 'a', serverId: 'a', version: 1, labelId: 'cat', data: BOX_A, metaData: {} };
const boxFields = { data: BOX_A, detection_label: { id: 'cat' }, meta_data: {} };

let browser: TestBrowser;
beforeEach(() => {
  browser = new TestBrowser();
});

const openLayer = (loaded: readonly BoxShape[] = []): Promise<Tab> => browser.openTab({ workId, loaded });
const waitForConflict = ({ outbox }: Tab) => waitUntil(() => expect(outbox.saveState.kind).toBe('attention'));

test('after a reload, sends the unsent shapes of a layer before the completion of its image', async () => {
  browser.server.failAll({ status: 0 });
  const firstTab = await openLayer();
  const { id } = firstTab.document.create({ kind: 'object', labelId: 'cat', data: BOX_A })!;
  await waitUntil(() => expect(firstTab.outbox.saveState.kind).toBe('waiting'));
  firstTab.document.setData(id, BOX_B);
  await firstTab.outbox.enterWrite(markDoneWrite);
  firstTab.close();
  browser.server.recover();
  const reloadedTab = await openLayer();
  expect(reloadedTab.document.get(id)).toMatchObject({ data: BOX_B });
  await waitUntilSaved(reloadedTab.outbox);
  expect(browser.server.data).toEqual({ [id]: BOX_B });
  expect(browser.server.keys.at(-1)).toBe(MARK_DONE);
  expect(browser.server.requests.at(-1)?.call.body).toEqual({ items: [IMAGE], verify: true });
});

test('a conflict on a layer delays the completion of its image until the user decides', async () => {
  browser.server.add('a', boxFields);
  const tab = await openLayer([boxShape]);
  browser.server.edit('a', { data: BOX_B });
  tab.document.setData('a', BOX_C);
  await waitForConflict(tab);
  await tab.outbox.enterWrite(markDoneWrite);
  const [conflict] = tab.outbox.getPendingEntries(workId);
  expect(conflict).toMatchObject({ problem: { type: 'conflict', theirs: { data: BOX_B } } });
  expect(browser.server.keys).not.toContain(MARK_DONE);
  await tab.outbox.overwriteServerVersion(conflict!.id);
  await waitUntilSaved(tab.outbox);
  expect(browser.server.data).toEqual({ a: BOX_C });
  expect(browser.server.keys.at(-1)).toBe(MARK_DONE);
});

test('a shape that was deleted in another browser is created again under its id', async () => {
  browser.server.add('a', boxFields);
  const tab = await openLayer([boxShape]);
  browser.server.remove('a');
  tab.document.setData('a', BOX_C);
  await waitForConflict(tab);
  await tab.outbox.overwriteServerVersion(tab.outbox.getPendingEntries()[0]!.id);
  await waitUntilSaved(tab.outbox);
  expect(browser.server.data).toEqual({ a: BOX_C });
  expect(browser.server.keys).toEqual([PUT_SHAPE, PUT_SHAPE]);
});

test('a change of a layer appears in another tab of the browser', async () => {
  const [firstTab, secondTab] = [await openLayer(), await openLayer()];
  const { id } = firstTab.document.create({ kind: 'object', labelId: 'cat', data: BOX_A })!;
  await waitUntilSaved(firstTab.outbox, secondTab.outbox);
  await waitUntil(() => expect(secondTab.document.get(id)).toMatchObject({ data: BOX_A, version: 1 }));
  secondTab.document.setData(id, BOX_B);
  await waitUntil(() => expect(browser.server.data).toEqual({ [id]: BOX_B }));
  await waitUntilSaved(firstTab.outbox, secondTab.outbox);
});

test('unsent work on layers of a deleted image is discarded', async () => {
  browser.server.failAll({ status: 0 });
  const { outbox, document } = await openLayer();
  document.create({ kind: 'object', labelId: 'cat', data: BOX_A });
  await waitUntil(() => expect(outbox.getPendingEntries(workId)).toHaveLength(1));
  await outbox.abandonImage('another-image');
  expect(outbox.getPendingEntries()).toHaveLength(1);
  await outbox.abandonImage(IMAGE);
  expect(outbox.getPendingEntries()).toEqual([]);
});
