import type { CsvPlan, GroupCsvPlan, GroupDetail, ProductSet } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { expectBody } from '../api/client';
import { createNamedRow, createImageBase64, type ListEnvelope } from '../api/fixtures';
import { ImportDriver } from '../api/import-driver';
import { postUndoable, undo } from '../api/undo';
import {
  GROUPS,
  PRODUCTS,
  SETS,
  server,
  client,
  workspaceId,
  runWithConcurrentChange,
  listIds,
  createTwo,
  uploadTwoImages,
  setGroup,
  addToGroup,
  setProduct,
  setUpRaceSuite,
} from '../suites/race-suite';

setUpRaceSuite();

const PRICES_PATH = '/product/v2/price/';
describe('undoing an import from CSV', () => {
  const importCsv = (path: string, csv: string, fields = {}) =>
    postUndoable<CsvPlan & GroupCsvPlan>(client, `${path}csv`, { csv, ...fields });
  const undoImport = (importPlan: object) => () => undo(client, importPlan);

  it('leaves a group that just got a member', async () => {
    const [image] = await uploadTwoImages();
    const importPlan = await importCsv(GROUPS, 'group\nMugs');
    const [group] = await listIds(GROUPS);
    const results = await runWithConcurrentChange(addToGroup(group ?? '', image.id), undoImport(importPlan));
    expect(results).toEqual({ undone: 0, kept: [group] });
    expect(expectBody<GroupDetail>(await client.get(`${GROUPS}${group}`)).images).toHaveLength(1);
  });

  it('restores the values that a group had just before the import', async () => {
    const { id } = await createNamedRow(client, GROUPS, { name: 'Mugs' });
    // `createTwo` creates rows with the names First and Second.
    const [firstType, secondType] = await createTwo('/similarity/training/v2/type/');
    const changeGroupType = setGroup(id, { type_id: firstType.id });
    const importPlan = await runWithConcurrentChange(changeGroupType, () => importCsv(GROUPS, 'group,type\nMugs,Second'));
    expect(expectBody<GroupDetail>(await client.get(`${GROUPS}${id}`)).type).toMatchObject({ id: secondType.id });
    await undoImport(importPlan)();
    expect(expectBody<GroupDetail>(await client.get(`${GROUPS}${id}`)).type).toMatchObject({ id: firstType.id });
  });

  it('leaves a product that was just renamed', async () => {
    const importPlan = await importCsv(PRODUCTS, 'name\nMilk');
    const [product] = await listIds(PRODUCTS);
    const results = await runWithConcurrentChange(setProduct(product ?? '', { name: 'Oat milk' }), undoImport(importPlan));
    expect(results).toEqual({ undone: 0, kept: [product] });
  });

  it('leaves a price that was just changed', async () => {
    await createNamedRow(client, PRODUCTS, { name: 'Milk' });
    const importPlan = await importCsv(PRICES_PATH, 'product,price,currency\nMilk,1,EUR');
    const [price] = await listIds(PRICES_PATH);
    const changeCurrency = (trx: Db) =>
      trx
        .updateTable('price')
        .set({ currency: 'USD', version: sql`version + 1` })
        .where('id', '=', price ?? '')
        .execute();
    expect(await runWithConcurrentChange(changeCurrency, undoImport(importPlan))).toEqual({ undone: 0, kept: [price] });
  });

  it('leaves a set and a collection that another set was just put into', async () => {
    const importPlan = await importCsv(PRODUCTS, 'name,collection,set\nMilk,Drinks,Spring', { make_missing: true });
    const parentSet = expectBody<ListEnvelope<ProductSet>>(await client.get(SETS)).results[0];
    const [childSet] = await createTwo(SETS);
    const destination = { collection_id: parentSet?.product_collection, parent_id: parentSet?.id };
    const moveProductSet = (trx: Db) => trx.updateTable('product_set').set(destination).where('id', '=', childSet.id).execute();
    await runWithConcurrentChange(moveProductSet, undoImport(importPlan));
    const { product_collection, parent } = expectBody<ProductSet>(await client.get(`${SETS}${childSet.id}/`));
    expect([product_collection, parent]).toEqual([destination.collection_id, destination.parent_id]);
  });
});

it('undoing an import keeps a label that another user has just used', async () => {
  const driver = new ImportDriver(server, client);
  const [image] = await uploadTwoImages();
  const cocoFile = {
    images: [{ id: 1, file_name: 'a.png', width: 64, height: 48 }],
    annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [1, 1, 20, 20] }],
    categories: [{ id: 1, name: 'Imported' }],
  };
  const files = { 'a.png': Buffer.from(await createImageBase64(), 'base64'), 'instances.json': JSON.stringify(cocoFile) };
  const { id } = await driver.importFiles(files);
  const [label] = await listIds('/detection/v2/label/');
  const drawWithLabel = (trx: Db) =>
    sql`insert into detection_object (workspace_id, seq, image_id, detection_label_id, data, created)
      values (${workspaceId}, 1000, ${image.id}, ${label}, '{1,1,9,9}', now())`.execute(trx);
  expect((await runWithConcurrentChange(drawWithLabel, () => driver.undoImport(id))).state).toBe('undone');
  expect(await listIds('/detection/v2/label/')).toEqual([label]);
});
