import { api, useWorkspaceQuery } from '@console/shared-auth';
import { MAX_IDS_PER_CALL } from '@console/shared-contract/limits';
import { describeRefusal, FormDialog, Text, TextAreaField, useNotify } from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { useState, type FormEvent } from 'react';
import { wallSendBackMessages as texts } from '../data/wall-messages';

const SEND_BACK = 'POST /annotate/v2/labelled-shape/send-back';

/** Asks what to change, and sends the images of shapes back to the annotators who completed them. */
export function SendBackShapesDialog({
  shapes,
  onSent,
  onClose,
}: {
  shapes: readonly string[];
  onSent: () => void;
  onClose: () => void;
}) {
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const notify = useNotify();
  const isTooMany = shapes.length > MAX_IDS_PER_CALL;
  const preview = useWorkspaceQuery({
    // Keys that start with `own:` are for rows that only this micro-frontend shows and changes.
    key: ['own:annotate', 'shapes to send back', shapes],
    load: (scope) => api.call(SEND_BACK, { body: { shapes: [...shapes], skip_gone: true, text: '-', dry_run: true }, ...scope }),
    enabled: !isTooMany,
    gcTime: 0,
    retry: false,
  });
  const sendBack = useWrite({
    send: () => api.call(SEND_BACK, { body: { shapes: [...shapes], skip_gone: true, text: text.trim() } }),
    failure: texts.failed,
    failureIn: 'form',
    changes: () => [{ topic: 'jobs' }, { topic: 'verifications' }, { topic: 'images' }],
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setMissing(text.trim() === '');
    if (text.trim() === '') return;
    setError(null);
    const result = await sendBack.send();
    if (result?.ok) {
      notify.success({ title: texts.sentBack(result.result.images.length) });
      onSent();
    } else if (result) setError(result.message);
  };
  const counts = preview.data;
  return (
    <FormDialog
      open
      title={texts.title}
      submitLabel={texts.submit}
      busy={sendBack.isPending}
      dirty={text !== ''}
      submitDisabled={!counts || counts.images.length === 0}
      error={error ?? (isTooMany ? texts.tooMany(MAX_IDS_PER_CALL) : preview.error ? describeRefusal(preview.error) : null)}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <TextAreaField
        label={texts.text}
        required
        error={isMissing && text.trim() === '' ? texts.textMissing : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Text role="status">
        {counts
          ? [
              texts.willSend(counts.images.length),
              ...(counts.images.length > 0 && counts.not_done > 0 ? [texts.notDone(counts.not_done)] : []),
            ].join(' ')
          : !isTooMany && !preview.error && texts.counting}
      </Text>
    </FormDialog>
  );
}
