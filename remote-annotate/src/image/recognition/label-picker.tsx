import type { RecognitionLabel, RecognitionTask } from '@console/shared-contract/api';
import { useSession } from '@console/shared-auth';
import { Picker } from '@console/shared-ui/basics';
import { useMemo, useState } from 'react';
import { recognitionMessages } from './state/recognition-messages';
import { formatLabelKey } from '../labels/label-keys';
import { rankChoices } from '../labels/label-ranking';
import { createRecognitionLabelMemory } from '../labels/label-memory';
import { useScreen } from '../context/screen-context';

interface LabelPickerProps {
  labels: readonly RecognitionLabel[];
  tasks: readonly RecognitionTask[];
  onChoose: (label: RecognitionLabel) => void;
}

/** A searchable picker of recognition labels, most recently used first. Each choice shows the type and the tasks of the label. */
export function LabelPicker({ labels, tasks, onChoose }: LabelPickerProps) {
  const { image } = useScreen();
  const { user } = useSession();
  const memory = useMemo(() => createRecognitionLabelMemory(user?.id ?? '', image.workspace), [user?.id, image.workspace]);
  // The recently used labels, updated only when the list opens, so that the order does not change while the list is open.
  const [recent, setRecent] = useState<readonly string[]>([]);
  const choices = useMemo(() => {
    const taskNames = groupTaskNamesByLabel(tasks);
    return labels.map(({ id, name, color, type, key }) => ({
      value: id,
      label: name,
      color,
      key,
      detail: [...(key ? [formatLabelKey(key)] : []), recognitionMessages.kinds[type], ...(taskNames.get(id) ?? [])].join(' · '),
    }));
  }, [labels, tasks]);
  return (
    <Picker
      aria-label={recognitionMessages.add}
      placeholder={recognitionMessages.addPlaceholder}
      choices={choices}
      selected={[]}
      rank={(allChoices, query) => rankChoices(allChoices, query, recent)}
      onOpen={() => setRecent(memory.recent())}
      onSelect={([chosenId]) => {
        const label = labels.find(({ id }) => id === chosenId);
        if (!label) return;
        memory.use(label.id);
        onChoose(label);
      }}
    />
  );
}

function groupTaskNamesByLabel(tasks: readonly RecognitionTask[]): ReadonlyMap<string, readonly string[]> {
  const taskNames = new Map<string, string[]>();
  for (const task of tasks) for (const { id } of task.labels) taskNames.set(id, [...(taskNames.get(id) ?? []), task.name]);
  return taskNames;
}
