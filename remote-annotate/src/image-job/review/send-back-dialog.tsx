import type { Job, Remark } from '@console/shared-contract/api';
import { api, useWorkspaceQuery } from '@console/shared-auth';
import { Caption1, FormDialog, TextAreaField } from '@console/shared-ui/basics';
import { SelectField } from '@console/shared-ui/choices';
import { useWrite } from '@console/shared-ui/pages';
import { useState, type FormEvent } from 'react';
import { reviewMessages } from './review-messages';

interface SendBackDialogProps {
  job: Job;
  imageId: string;
  /** Position in image pixels (after applying the orientation), or null for the entire image. */
  position: readonly [number, number] | null;
  /** The answered remark to reopen. If it is missing, the dialog creates a new remark. */
  remark?: Remark;
  onClose: () => void;
}

/** Asks what to change, and sends the item back. Mount a new instance each time the dialog opens. */
export function SendBackDialog({ job, imageId, position, remark, onClose }: SendBackDialogProps) {
  const [text, setText] = useState(remark?.text ?? '');
  const [recipientId, setRecipientId] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isTextMissing, setTextMissing] = useState(false);
  const annotators = useItemAnnotators(job, imageId, !remark);
  const sendBack = useWrite({
    send: () => {
      const trimmedText = text.trim();
      if (remark)
        return api.call('PUT /annotate/v2/remark/{id}', {
          params: { id: remark.id },
          body: { state: 'open', text: trimmedText, version: remark.version },
        });
      return api.call('POST /annotate/v2/imagejob/{id}/send-back', {
        params: { id: job.id },
        body: {
          item: imageId,
          text: trimmedText,
          data: position ? [...position] : null,
          ...(recipientId === '' ? {} : { to: recipientId }),
        },
      });
    },
    success: ({ author }) => reviewMessages.sentBack(author.username),
    failure: reviewMessages.sendBackFailed,
    failureIn: 'form',
    reasons: remark ? { 409: reviewMessages.changedByOther } : undefined,
    changes: () => [
      { topic: 'jobs', id: job.id },
      { topic: 'verifications', image: imageId },
    ],
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTextMissing(text.trim() === '');
    if (text.trim() === '') return;
    setError(null);
    const writeResult = await sendBack.send();
    if (writeResult?.ok) onClose();
    else if (writeResult) setError(writeResult.message);
  };
  return (
    <FormDialog
      open
      title={reviewMessages.sendBackTitle}
      submitLabel={reviewMessages.sendBackSubmit}
      busy={sendBack.isPending}
      dirty={text !== (remark?.text ?? '')}
      error={error}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Caption1>{position ? reviewMessages.atPosition(...position) : reviewMessages.aboutEntireImage}</Caption1>
      <TextAreaField
        label={reviewMessages.remarkText}
        required
        error={isTextMissing && text.trim() === '' ? reviewMessages.remarkTextMissing : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {annotators.length > 1 && (
        <SelectField
          label={reviewMessages.recipient}
          placeholder={reviewMessages.latestAnnotator}
          choices={annotators}
          value={recipientId}
          onChange={setRecipientId}
        />
      )}
    </FormDialog>
  );
}

const NO_CHOICES: readonly { value: string; label: string }[] = [];

/** Returns the users who have marked the item as done, if the job has several annotators for each item. */
function useItemAnnotators(job: Job, imageId: string, isEnabled: boolean) {
  const { data } = useWorkspaceQuery({
    key: ['jobs', 'who did', job.id, imageId],
    enabled: isEnabled && job.todo_number > 1,
    load: async (scope) =>
      (
        await api.call('GET /annotate/v2/imagejob/{id}/snapshots', {
          params: { id: job.id },
          query: { image: imageId },
          ...scope,
        })
      ).results,
    select: (snapshots) => snapshots.map(({ user }) => ({ value: user.id, label: user.username })),
  });
  return data ?? NO_CHOICES;
}
