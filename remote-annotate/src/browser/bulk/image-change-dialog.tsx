import { useWorkspaceQuery } from '@console/shared-auth';
import type { ImageChange } from '@console/shared-contract/api';
import { ConfirmDialog, describeRefusal, FormDialog, makeStyles, Text } from '@console/shared-ui/basics';
import type { BulkDialogProps } from '@console/shared-ui/bulk';
import { useDeferredValue, useState, type ComponentType } from 'react';
import { useLabelChoices } from '../data/browser.queries';
import type { ListQuery } from '../data/filters';
import { bulkMessages } from './bulk-messages';
import { GroupInput, JobInput, LabelInput, MetaDataInput, type ChangeInputProps } from './change-input';
import { INPUT_KINDS, previewChange, type ChangeTarget, type LabelledPreview } from './image-changes';

const useStyles = makeStyles({ text: { display: 'block', overflowWrap: 'anywhere' } });

/** The form field of each kind of input. */
const INPUT_FIELDS: Readonly<Record<NonNullable<(typeof INPUT_KINDS)[ImageChange]>, ComponentType<ChangeInputProps>>> = {
  label: LabelInput,
  job: JobInput,
  group: GroupInput,
  meta: MetaDataInput,
};

/** Asks for the input of a change, or for a confirmation. Shows how many images it would change. */
export function ImageChangeDialog({
  change,
  target,
  progress,
  title,
  submitLabel,
  busy,
  onSubmit,
  onClose,
}: BulkDialogProps<ListQuery> & { change: ImageChange }) {
  const [input, setInput] = useState('');
  const inputKind = INPUT_KINDS[change];
  const Input = inputKind && INPUT_FIELDS[inputKind];
  const isReady = inputKind === undefined || input !== '';
  const preview = usePreview(change, target, input, isReady && !busy);
  const previews = isReady ? preview.data : undefined;
  const isUnchanged = !previews?.some(({ changes }) => changes > 0);
  const error = isReady && preview.error ? describeRefusal(preview.error) : null;
  const counts = isReady && !error && (
    <div role="status">
      {progress ?? (previews ? <PreviewCounts change={change} previews={previews} /> : bulkMessages.counting)}
    </div>
  );
  if (!Input)
    return (
      <ConfirmDialog
        open
        title={title}
        confirmLabel={submitLabel}
        danger={false}
        busy={busy}
        confirmDisabled={isUnchanged && !busy}
        onConfirm={() => onSubmit('')}
        onCancel={onClose}
      >
        {error ?? counts}
      </ConfirmDialog>
    );
  return (
    <FormDialog
      open
      title={title}
      submitLabel={submitLabel}
      busy={busy}
      submitDisabled={isUnchanged}
      error={error}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(input);
      }}
      onClose={onClose}
    >
      <Input change={change} value={input} target={target} onChange={setInput} />
      {counts}
    </FormDialog>
  );
}

/** Counts the affected images again for each input. While the change runs, the confirmed counts are shown. */
function usePreview(change: ImageChange, target: ChangeTarget, input: string, enabled: boolean) {
  const countedInput = useDeferredValue(input);
  const query = useWorkspaceQuery({
    key: ['images', 'change-preview', change, target, countedInput],
    load: (scope) => previewChange(change, target, countedInput, scope),
    enabled: enabled && (countedInput !== '' || INPUT_KINDS[change] === undefined),
    gcTime: 0,
    retry: false,
  });
  return { ...query, data: countedInput === input ? query.data : undefined };
}

function PreviewCounts({ change, previews }: { change: ImageChange; previews: readonly LabelledPreview[] }) {
  const styles = useStyles();
  const labels = useLabelChoices('recognition', INPUT_KINDS[change] === 'label').data;
  const describePreview = (preview: LabelledPreview) => {
    const name = previews.length > 1 ? labels?.find(({ id }) => id === preview.label)?.name : undefined;
    return name === undefined ? bulkMessages.willChange(preview) : bulkMessages.ofLabel(name, bulkMessages.willChange(preview));
  };
  const texts = previews.flatMap((preview) => [
    describePreview(preview),
    ...(preview.conflicts > 0 ? [bulkMessages.conflicts(preview.conflicts)] : []),
    ...(preview.invalid ? [bulkMessages.invalid(preview.invalid)] : []),
    ...(change === 'remove-from-job' ? [bulkMessages.jobWorkLost] : []),
    ...(preview.layers ? [bulkMessages.layersLost(preview.layers)] : []),
    ...(preview.gold ? [bulkMessages.alreadyGold(preview.gold)] : []),
  ]);
  return texts.map((text, index) => (
    <Text key={index} className={styles.text}>
      {text}
    </Text>
  ));
}
