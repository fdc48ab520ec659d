import type { TrainingImage } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { lockReferencedRows, lockImages, syncFacets } from '../../data-access/facets';
import { listFlagSyncs } from '../../domain/recognition/images/write';
import { verifyImages } from '../../domain/recognition/images/verify';
import { expectBody } from '../api/client';
import { createTestJob, createNamedRow } from '../api/fixtures';
import {
  GROUPS,
  IMAGES,
  server,
  client,
  workspaceId,
  otherUser,
  runWithConcurrentChange,
  listIds,
  createTwo,
  uploadTwoImages,
  verifyGroup,
  setGroup,
  setUpRaceSuite,
} from '../suites/race-suite';

setUpRaceSuite();

const verifyImage = (id: string) => async (trx: Db) => {
  await lockImages(trx, [id]);
  await verifyImages(trx, workspaceId, [id], otherUser.id);
};
const setTestFlag = (id: string, test_image: boolean) => async (trx: Db) => {
  await lockImages(trx, [id]);
  await trx
    .updateTable('training_image')
    .set({ test_image, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
  await syncFacets(trx, workspaceId, listFlagSyncs([id], { test_image }));
};

describe('adding or removing all matching items', () => {
  const requestForMatching = async (path: string, filter: object) => {
    expectBody(await client.post(path, { filter }), 202);
    return () => server.runWork();
  };

  it('does not add an image to a job that was just verified', async () => {
    const [changedRow, otherRow] = await uploadTwoImages();
    const job = await createTestJob(client);
    await runWithConcurrentChange(
      verifyImage(changedRow.id),
      await requestForMatching(`/annotate/v2/imagejob/${job.id}/add-matching`, { verified: false }),
    );
    expect(await listIds(IMAGES, { imagejob: job.id })).toEqual([otherRow.id]);
  });

  it('does not remove an image from a job that was just moved out of TEST', async () => {
    const [changedRow, otherRow] = await uploadTwoImages();
    await client.post(`${IMAGES}update`, { images: [changedRow.id, otherRow.id], 'mark-test': true });
    const job = await createTestJob(client);
    await client.post(`/annotate/v2/imagejob/${job.id}/add-items`, { items: [changedRow.id, otherRow.id] });
    await runWithConcurrentChange(
      setTestFlag(changedRow.id, false),
      await requestForMatching(`/annotate/v2/imagejob/${job.id}/remove-matching`, { test: true }),
    );
    expect(await listIds(IMAGES, { imagejob: job.id })).toEqual([changedRow.id]);
  });

  it('does not make an image negative that was just moved to TEST', async () => {
    const [changedRow, otherRow] = await uploadTwoImages();
    const task = await createNamedRow(client, '/detection/v2/task/');
    await runWithConcurrentChange(
      setTestFlag(changedRow.id, true),
      await requestForMatching(`/detection/v2/task/${task.id}/add-matching`, { test: false }),
    );
    expect(await listIds(IMAGES, { detection_task_neg: task.id })).toEqual([otherRow.id]);
  });

  it('does not add a group to a job that was just verified', async () => {
    const [changedRow, otherRow] = await createTwo(GROUPS);
    const job = await createTestJob(client, 'similarity');
    await runWithConcurrentChange(
      verifyGroup(changedRow.id),
      await requestForMatching(`/annotate/v2/similarityjob/${job.id}/add-matching`, { verified: false }),
    );
    expect(await listIds(GROUPS, { similarityjob: job.id })).toEqual([otherRow.id]);
  });

  it('does not remove a group from a job that was just moved to TEST', async () => {
    const [changedRow, otherRow] = await createTwo(GROUPS);
    const job = await createTestJob(client, 'similarity');
    await client.post(`/annotate/v2/similarityjob/${job.id}/add-items`, { items: [changedRow.id, otherRow.id] });
    const remove = await requestForMatching(`/annotate/v2/similarityjob/${job.id}/remove-matching`, { test: false });
    await runWithConcurrentChange(setGroup(changedRow.id, { test_group: true }), remove);
    expect(await listIds(GROUPS, { similarityjob: job.id })).toEqual([changedRow.id]);
  });
});

describe('completing a job', () => {
  async function createCompletedJob(): Promise<{ job: string; images: [TrainingImage, TrainingImage] }> {
    const images = await uploadTwoImages();
    const job = await createTestJob(client);
    await client.post(`/annotate/v2/imagejob/${job.id}/add-items`, { items: images.map(({ id }) => id) });
    expectBody(await client.put(`/annotate/v2/imagejob/${job.id}`, { done: true }));
    return { job: job.id, images };
  }

  it('does not verify the images when the job was just reopened', async () => {
    const { job } = await createCompletedJob();
    const reopen = async (trx: Db) => {
      await trx.updateTable('annotation_job').set({ done: false }).where('id', '=', job).execute();
    };
    await runWithConcurrentChange(reopen, () => server.runWork());
    expect(await listIds(IMAGES, { verified: true })).toEqual([]);
  });

  it('does not verify an image that was just removed from the job', async () => {
    const { job, images } = await createCompletedJob();
    const remove = async (trx: Db) => {
      await lockReferencedRows(trx, 'annotation_job', [job]);
      await lockImages(trx, [images[0].id]);
      await sql`delete from job_item where job_id = ${job} and image_id = ${images[0].id}`.execute(trx);
      await syncFacets(trx, workspaceId, [{ target: 'image', ids: [images[0].id], kinds: ['image.job'], refs: [job] }]);
    };
    await runWithConcurrentChange(remove, () => server.runWork());
    expect(await listIds(IMAGES, { verified: true })).toEqual([images[1].id]);
  });
});
