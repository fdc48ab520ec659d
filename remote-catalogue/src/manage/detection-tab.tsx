import { announce } from '@console/shared-auth';
import type { DetectionTask } from '@console/shared-contract/api';
import { RemoteWidget, SkeletonTiles, Subsection } from '@console/shared-ui/basics';
import { defineUrlParams, param, useUrlParams } from '@console/shared-ui/pages';
import { ManageSection, type PickItem } from '@console/shared-ui/rows';
import { manageMessages } from './manage-messages';
import { detectionTaskColumns } from './columns';
import { EntitiesTable } from './entities-table';
import { changeTaskLabel, useDetectionEntities } from './manage.queries';

const taskParams = defineUrlParams({ task: param.id() }, 'detection-');

/** Selects a detection task, adds and removes its labels, and shows its negative images. */
export function DetectionTab() {
  const entities = useDetectionEntities();
  const { values, set } = useUrlParams(taskParams);
  const selectTask = (taskId: string) => set({ task: taskId });
  return (
    <>
      <EntitiesTable
        title={manageMessages.detection}
        columns={detectionTaskColumns}
        query={entities}
        rows={entities.data?.tasks}
        selectedId={values.task}
        onSelect={selectTask}
      />
      <ManageSection
        tasks={entities.data?.tasks}
        members={entities.data?.labels}
        noun="label"
        pickedId={values.task}
        onPick={selectTask}
        getMembers={(task) => task.detection_labels}
        onAdd={(task, label: PickItem) => changeTaskLabel('detection', 'add-label', task.id, label.id)}
        onRemove={(task, label: PickItem) => changeTaskLabel('detection', 'remove-label', task.id, label.id)}
      >
        {(task) => <NegativeImages task={task} />}
      </ManageSection>
    </>
  );
}

function NegativeImages({ task: { id, name, negative_images_count: count } }: { task: DetectionTask }) {
  return (
    <Subsection title={manageMessages.negativeImages} count={count}>
      <RemoteWidget
        id="image-browser"
        range="^1.0.0"
        title={manageMessages.imageBrowser}
        props={{
          target: { kind: 'detection-task', id, name },
          onMembershipChange: () => void announce({ topic: 'detection-tasks', id }),
        }}
        skeleton={<SkeletonTiles label={manageMessages.imageBrowser} />}
      />
    </Subsection>
  );
}
