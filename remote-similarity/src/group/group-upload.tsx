import { announce, createImageSender, findDuplicate } from '@console/shared-auth';
import { FILE_NAME_KEY } from '@console/shared-contract/limits';
import { toIdBatches } from '@console/shared-ui/bulk';
import { UploadButton } from '@console/shared-ui/details';
import { changeMembers } from '../group-data/group.queries';
import { groupPageMessages } from '../group-data/group-page-messages';
import { groupTabMessages } from '../group-data/group-tab-messages';

const groupMessages = groupPageMessages;
const sendImage = createImageSender('POST /recognition/v2/training-image/');

interface UploadedImage {
  id: string;
  /** Whether the image was already in the workspace. The existing image is then added to the group. */
  isDuplicate: boolean;
}

async function uploadOrFindDuplicate(file: File, idempotencyKey: string): Promise<UploadedImage> {
  try {
    const fields = { noresize: true, meta_data: { [FILE_NAME_KEY]: file.name } };
    return { id: await sendImage({ file, fields, idempotencyKey }), isDuplicate: false };
  } catch (error) {
    const id = findDuplicate(error)?.imageId;
    if (!id) throw error;
    return { id, isDuplicate: true };
  }
}

/** Button that uploads images and adds them to a group. */
export function GroupUpload({ group: groupId }: { group: string }) {
  const addToGroup = async (images: UploadedImage[]) => {
    for (const ids of toIdBatches(images.map(({ id }) => id))) await changeMembers('add', groupId, 'images', ids);
    const duplicates = images.filter(({ isDuplicate }) => isDuplicate).length;
    return duplicates > 0 ? groupMessages.knownAlready(duplicates) : undefined;
  };
  return (
    <UploadButton
      label={groupMessages.upload}
      send={uploadOrFindDuplicate}
      finish={{ run: addToGroup, failure: groupTabMessages.addFailed }}
      onDone={() => void announce({ topic: 'groups', ids: [] }, { topic: 'images', ids: [] })}
    />
  );
}
