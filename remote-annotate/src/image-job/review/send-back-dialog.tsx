import type { Job, Remark } from '@console/shared-contract/api';
import { api, useWorkspaceQuery } from '@console/shared-auth';
import { Caption1, FormDialog, TextAreaField } from '@console/shared-ui/basics';
import { SelectField } from '@console/shared-ui/choices';
import { useWrite } from '@console/shared-ui/pages';
import { useState, type FormEvent } from 'react';
import { reviewMessages } from './review-messages';

interface SendBackDialogProps {
  job: Job;
  image: string;
  /** Position in image pixels (after applying the orientation), or null for the entire image. */
  data: readonly [number, number] | null;
  /** The answered remark to reopen. If it is missing, the dialog creates a new remark. */
  remark?: Remark;
  onClose: () => void;
}

/** Asks what to change, and sends the item back. Mount a new instance each time the dialog opens. */
export function SendBackDialog({ job, image, data, remark, onClose }: SendBackDialogProps) {
  const [text, setText] = useState(remark?.text ?? '');
  const [recipientId, setTo] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const annotators = useItemAnnotators(job, image, !remark);
  const send = useWrite({
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
          item: image,
          text: trimmedText,
          data: data ? [...data] : null,
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
      { topic: 'verifications', image },
    ],
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setMissing(text.trim() === '');
    if (text.trim() === '') return;
    setError(null);
    const writeResult = await send.send();
    if (writeResult?.ok) onClose();
    else if (writeResult) setError(writeResult.message);
  };
  return (
    <FormDialog
      open
      title={reviewMessages.sendBackTitle}
      submitLabel={reviewMessages.sendBackSubmit}
      busy={send.isPending}
      dirty={text !== (remark?.text ?? '')}
      error={error}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Caption1>{data ? reviewMessages.atPosition(...data) : reviewMessages.aboutEntireImage}</Caption1>
      <TextAreaField
        label={reviewMessages.text}
        required
        error={isMissing && text.trim() === '' ? reviewMessages.textMissing : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {annotators.length > 1 && (
        <SelectField
          label={reviewMessages.to}
          placeholder={reviewMessages.latestAnnotator}
          choices={annotators}
          value={recipientId}
          onChange={setTo}
        />
      )}
    </FormDialog>
  );
}

const NO_CHOICES: readonly { value: string; label: string }[] = [];

/** Returns the users who have marked the item as done, if the job has several annotators for each item. */
function useItemAnnotators(job: Job, image: string, isAsked: boolean) {
  const { data } = useWorkspaceQuery({
    key: ['jobs', 'who did', job.id, image],
    enabled: isAsked && job.todo_number > 1,
    load: async (scope) =>
      (await api.call('GET /annotate/v2/imagejob/{id}/snapshots', { params: { id: job.id }, query: { image }, ...scope }))
        .results,
    select: (snapshots) => snapshots.map(({ user }) => ({ value: user.id, label: user.username })),
  });
  return data ?? NO_CHOICES;
}
