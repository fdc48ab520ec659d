import { getImageFileName } from '@console/shared-contract/image-file-name';
import { ClockIcon, toHistoryPath, Tooltip } from '@console/shared-ui/basics';
import { ToolbarButton } from '@console/shared-ui/toolbar';
import { useNavigate } from 'react-router-dom';
import { useScreen } from '../context/screen-context';
import { imageMessages } from '../data/image-messages';

/** Opens the history of the image, which shows its shapes before and after each change. */
export function OpenHistory() {
  const { image } = useScreen();
  const navigate = useNavigate();
  const path = toHistoryPath({ kind: 'training_image', id: image.id, name: getImageFileName(image) ?? '' });
  return (
    <Tooltip content={imageMessages.history} relationship="label">
      <ToolbarButton icon={<ClockIcon />} onClick={() => void navigate(path)} />
    </Tooltip>
  );
}
