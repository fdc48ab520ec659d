import { RemoteWidget } from '@console/shared-ui/basics';
import { defineUrlParams, param, useUrlParams } from '@console/shared-ui/pages';
import { ManageSection, type PickItem } from '@console/shared-ui/rows';
import { useMemo } from 'react';
import { messages } from '../messages';
import { setRecognitionLabel, useRecognitionEntities } from './manage.queries';

const words = messages.manage;
const taskInAddress = defineUrlParams({ task: param.id() }, 'recognition-');

/**
 * Pick a recognition task; a click adds a label to it or takes one out. A task's negative label belongs to it for good: it
 * can neither be taken out nor be added to another. Tasks and labels themselves are made in the widget below.
 */
export function RecognitionTab() {
  const entities = useRecognitionEntities();
  const { values, set } = useUrlParams(taskInAddress);
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
        getDetail={(task) => words.taskTypes[task.type]}
        getMembers={(task) => task.labels}
        onAdd={(task, label: PickItem) => setRecognitionLabel('add-label', task.id, label.id)}
        onRemove={(task, label: PickItem) => setRecognitionLabel('remove-label', task.id, label.id)}
      >
        {(task) => {
          const negative = task.labels.filter(({ negative_for_task: negativeFor }) => negativeFor !== null);
          return negative.length > 0 && <p>{words.keepsNegative(negative.map(({ name }) => name).join(', '))}</p>;
        }}
      </ManageSection>
      <RecognitionEntities />
    </>
  );
}

/** Tasks and labels of recognition, made, edited and deleted: the training remote's own. */
export function RecognitionEntities() {
  return <RemoteWidget id="recognition-entities" range="^1.0.0" title={words.recognitionEntities} props={{}} />;
}
