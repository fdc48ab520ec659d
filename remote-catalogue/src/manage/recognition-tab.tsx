import { RemoteWidget } from '@console/shared-ui/basics';
import { defineUrlParams, param, useUrlParams } from '@console/shared-ui/pages';
import { ManageSection, type PickItem } from '@console/shared-ui/rows';
import { useMemo } from 'react';
import { manageMessages } from './manage-messages';
import { changeTaskLabel, useRecognitionEntities } from './manage.queries';

const taskParams = defineUrlParams({ task: param.id() }, 'recognition-');

/**
 * Lets the user select a recognition task, and add and remove its labels. The negative label "none of these" of a task can
 * neither be removed nor added to another task. The widget below creates, edits and deletes tasks and labels.
 */
export function RecognitionTab() {
  const entities = useRecognitionEntities();
  const { values, set } = useUrlParams(taskParams);
  const labels = useMemo(
    () =>
      entities.data?.labels
        .filter(({ negative_for_task: negativeFor }) => negativeFor === null)
        .map(({ id, name, color }): PickItem => ({ id, name, color: color ?? undefined })),
    [entities.data],
  );
  return (
    <>
      <ManageSection
        tasks={entities.data?.tasks}
        members={labels}
        noun="label"
        pickedId={values.task}
        onPick={(task) => set({ task })}
        getDetail={(task) => manageMessages.taskTypes[task.type]}
        getMembers={(task) => task.labels}
        onAdd={(task, label: PickItem) => changeTaskLabel('recognition', 'add-label', task.id, label.id)}
        onRemove={(task, label: PickItem) => changeTaskLabel('recognition', 'remove-label', task.id, label.id)}
      >
        {(task) => {
          const negativeLabels = task.labels.filter(({ negative_for_task: negativeFor }) => negativeFor !== null);
          return (
            negativeLabels.length > 0 && <p>{manageMessages.negativeLabels(negativeLabels.map(({ name }) => name).join(', '))}</p>
          );
        }}
      </ManageSection>
      <RecognitionEntities />
    </>
  );
}

/** The widget of the training remote that creates, edits and deletes recognition tasks and labels. */
export function RecognitionEntities() {
  return <RemoteWidget id="recognition-entities" range="^1.0.0" title={manageMessages.recognitionEntities} props={{}} />;
}
