import { addMember, ALL_SERVICES, createWorkspace } from '@console/server/domain/account/workspaces';
import { rebuildFacets } from '@console/server/data-access/facets';
import { readArchive } from '../data/archive';
import { readWorkspaceData, type WorkspaceData } from '../data/workspace-data';
import { insertCatalogue } from './catalogue';
import { getId, type Context, type IdsByName } from './context';
import { insertEvaluation } from './evaluation';
import { insertFlows } from './flows';
import { insertSimilarity } from './groups';
import { insertImages, type ArchivedIds } from './images';
import { insertJobs } from './jobs';
import { insertNegativeImages, insertRecognition, insertShapeLabels } from './labels';
import { insertShapes } from './shapes';

/**
 * Creates a workspace from a folder: the images from the console's archive, everything else from `workspace.json`. Only the first
 * start may call this function, because it trusts the users, verifiers and dates in the files. An import by a member ignores them.
 */
export async function restoreWorkspace(target: Omit<Context, 'workspaceId' | 'members'>): Promise<Context> {
  const workspaceData = await readWorkspaceData(target.folder);
  const archive = await readArchive(target.folder, target.now);
  const context = await createEmptyWorkspace(target, workspaceData);
  const recognition = await insertRecognition(context, workspaceData.recognition);
  const detection = await insertShapeLabels(context, 'detection', workspaceData.detection, recognition.tasks);
  const segmentation = await insertShapeLabels(context, 'segmentation', workspaceData.segmentation, recognition.tasks);
  const groupIds = await insertSimilarity(context, workspaceData.similarity);
  const flowIds = await insertFlows(context, workspaceData.flows, { recognition, detection });
  await setMetaData(context, workspaceData, flowIds);
  const ids: ArchivedIds = {
    labels: new Map(
      archive.labels.map(({ of: domain, id, name }) => [
        id,
        getId({ recognition, detection, segmentation }[domain].labels, name),
      ]),
    ),
    groups: new Map(archive.groups.map(({ id, name }) => [id, getId(groupIds, name)])),
  };
  const images = await insertImages(context, archive, workspaceData.masks, ids);
  await insertShapes(context, images, ids);
  await insertNegativeImages(context, workspaceData.detection.tasks, images, detection.tasks);
  await insertJobs(context, workspaceData.jobs, { archive, images, groups: groupIds, flows: flowIds, recognition });
  await insertCatalogue(context, workspaceData.catalogue);
  await insertEvaluation(context, workspaceData, images, recognition);
  await rebuildFacets(context.db, context.workspaceId);
  return context;
}

async function createEmptyWorkspace(
  target: Omit<Context, 'workspaceId' | 'members'>,
  { name, services, owner, members, members_with_roles }: WorkspaceData,
): Promise<Context> {
  const { db, users } = target;
  const workspaceId = await createWorkspace(db, { name, services: services ?? ALL_SERVICES, ownerId: getId(users, owner) });
  const [creatorEmail, ...otherEmails] = members;
  const memberIds = [getId(users, creatorEmail), ...otherEmails.map((email) => getId(users, email))] as const;
  for (const member of memberIds) await addMember(db, workspaceId, member);
  for (const { email, role } of members_with_roles) await addMember(db, workspaceId, getId(users, email), role);
  return { ...target, workspaceId, members: [...memberIds] };
}

/** Stores the metadata of the workspace, which refers to a labelling flow. */
async function setMetaData({ db, workspaceId }: Context, { meta_data }: WorkspaceData, flows: IdsByName): Promise<void> {
  const flow = typeof meta_data.flow === 'string' ? { flow: getId(flows, meta_data.flow) } : {};
  const changedColumns = { meta_data: JSON.stringify({ ...meta_data, ...flow }) };
  await db.updateTable('workspace').set(changedColumns).where('id', '=', workspaceId).execute();
}
