import { useHasService } from '@console/shared-auth';
import { messages } from '../messages';
import { detectionLabelColumns, detectionTaskColumns } from './columns';
import { EntitiesTable } from './entities-table';
import { useDetectionEntities } from './manage.queries';
import { RecognitionEntities } from './recognition-tab';

const words = messages.manage;

/** Detection tasks, detection labels, recognition tasks, labels and tags. */
export function AllEntities() {
  const detection = useDetectionEntities();
  const hasRecognition = useHasService('recognition');
  return (
    <>
      {detection.isOffered && (
        <>
          <EntitiesTable title={words.detection} columns={detectionTaskColumns} query={detection} rows={detection.data?.tasks} />
          <EntitiesTable
            title={words.detectionLabels}
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
