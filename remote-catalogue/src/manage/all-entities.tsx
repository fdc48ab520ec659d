import { useHasService } from '@console/shared-auth';
import { manageMessages } from './manage-messages';
import { detectionLabelColumns, detectionTaskColumns } from './columns';
import { EntitiesTable } from './entities-table';
import { useDetectionEntities } from './manage.queries';
import { RecognitionEntities } from './recognition-tab';

/** Tab with all detection and recognition tasks and labels. */
export function AllEntities() {
  const detection = useDetectionEntities();
  const hasRecognition = useHasService('recognition');
  return (
    <>
      {detection.isAvailable && (
        <>
          <EntitiesTable
            title={manageMessages.detection}
            columns={detectionTaskColumns}
            query={detection}
            rows={detection.data?.tasks}
          />
          <EntitiesTable
            title={manageMessages.detectionLabels}
            columns={detectionLabelColumns}
            query={detection}
            rows={detection.data?.labels}
          />
        </>
      )}
      {hasRecognition && <RecognitionEntities />}
    </>
  );
}
