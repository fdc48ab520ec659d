import { useWorkspaceQuery } from '@console/shared-auth';
import type { ImageChange, ImageChangePreview } from '@console/shared-contract/api';
import { describeRefusal, FormDialog, makeStyles, Text } from '@console/shared-ui/basics';
import type { BulkDialogProps } from '@console/shared-ui/bulk';
import { useDeferredValue, useState, type ComponentType } from 'react';
import type { ListQuery } from '../data/filters';
import { bulkMessages } from './bulk-messages';
import { GroupInput, JobInput, LabelInput, MetaDataInput, type ChangeInputProps } from './change-input';
import { INPUTS, previewChange, type ChangeTarget } from './image-changes';

const useStyles = makeStyles({ text: { display: 'block', overflowWrap: 'anywhere' } });

const inputs: Readonly<Record<NonNullable<(typeof INPUTS)[ImageChange]>, ComponentType<ChangeInputProps>>> = {
  label: LabelInput,
  job: JobInput,
  group: GroupInput,
  meta: MetaDataInput,
};

/** Asks for the input of a change and shows how many images it would change, and what is deleted with them. */
export function ImageChangeDialog({
  change,
  target,
  progress,
  busy,
  onSubmit,
  ...dialog
}: BulkDialogProps<ListQuery> & { change: ImageChange }) {
  const [input, setInput] = useState('');
  const inputName = INPUTS[change];
  const Input = inputName && inputs[inputName];
  const isReady = inputName === undefined || input !== '';
  const preview = usePreview(change, target, input, isReady && !busy);
  const counts = isReady ? preview.data : undefined;
  return (
    <FormDialog
      open
      {...dialog}
      busy={busy}
      submitDisabled={!counts || counts.changes === 0}
      error={isReady && preview.error ? describeRefusal(preview.error) : null}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(input);
      }}
    >
      {Input && <Input value={input} onChange={setInput} />}
      {isReady && !preview.error && (
        <div role="status">{progress ?? (counts ? <Counts change={change} counts={counts} /> : bulkMessages.counting)}</div>
      )}
    </FormDialog>
  );
}

/** Counts again for each input. While the change runs, the counts stay as they were confirmed. */
function usePreview(change: ImageChange, target: ChangeTarget, input: string, enabled: boolean) {
  const countedInput = useDeferredValue(input);
  const query = useWorkspaceQuery({
    key: ['images', 'change-preview', change, target, countedInput],
    load: (scope) => previewChange(change, target, countedInput, scope),
    enabled: enabled && (countedInput !== '' || INPUTS[change] === undefined),
    gcTime: 0,
    retry: false,
  });
  return { ...query, data: countedInput === input ? (query.data ?? undefined) : undefined };
}

function Counts({ change, counts }: { change: ImageChange; counts: ImageChangePreview }) {
  const styles = useStyles();
  const dependents = bulkMessages.dependents(counts);
  const texts =
    change === 'delete'
      ? [
          bulkMessages.deleted(counts),
          ...(dependents.length > 0 ? [bulkMessages.alsoDeleted(dependents)] : []),
          bulkMessages.notRestorable,
        ]
      : [
          bulkMessages.willChange(counts),
          ...(counts.conflicts > 0 ? [bulkMessages.conflicts(counts.conflicts)] : []),
          ...(change === 'remove-from-job' ? [bulkMessages.jobWorkLost] : []),
        ];
  return texts.map((text) => (
    <Text key={text} className={styles.text}>
      {text}
    </Text>
  ));
}
