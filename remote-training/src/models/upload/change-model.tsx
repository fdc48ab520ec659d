import type { ModelDomain, UploadedModel } from '@console/shared-contract/api';
import { Button, Caption1, Subsection, useRestoreFocusTarget } from '@console/shared-ui/basics';
import { SliderControl } from '@console/shared-ui/choices';
import { EditDialog, TextAreaControl, TextControl } from '@console/shared-ui/forms';
import { useFocusRestoration, useWrite } from '@console/shared-ui/pages';
import { useState } from 'react';
import { getModelChanges } from '../models.queries';
import { changeUploadedModel } from './upload.queries';
import { uploadMessages as messages } from './upload-messages';

interface ChangeModelProps {
  domain: ModelDomain;
  model: string;
  uploaded: UploadedModel;
  /** Label names by id. */
  labels: ReadonlyMap<string, string>;
}

interface ModelDraft {
  name: string;
  licence: string;
  notes: string;
  /** Thresholds by label id, in percent. */
  thresholds: Record<string, number>;
}

/** A button with a dialog to change the description and the thresholds of an uploaded model. */
export function ChangeModel(props: ChangeModelProps) {
  const [isOpen, setOpen] = useState(false);
  // Return the focus to the button that opens this dialog. Otherwise, Fluent would focus the button that opened the parent dialog.
  const restoreFocus = useRestoreFocusTarget();
  return (
    <>
      <Button size="small" {...restoreFocus} onClick={() => setOpen(true)}>
        {messages.change}
      </Button>
      {isOpen && <ChangeDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function ChangeDialog({ domain, model: modelId, uploaded, labels, onClose }: ChangeModelProps & { onClose: () => void }) {
  // Restore the focus on close. Otherwise, the parent dialog would stay hidden from assistive technology.
  useFocusRestoration();
  const initial = toPercents(uploaded);
  const write = useWrite({
    send: ({ thresholds, ...description }: ModelDraft) => {
      // Send only changed thresholds, because a sent threshold counts as set by the user.
      const changedThresholds = Object.entries(thresholds).filter(([label, percent]) => percent !== initial[label]);
      const ratios = Object.fromEntries(changedThresholds.map(([label, percent]) => [label, percent / 100]));
      return changeUploadedModel(modelId, {
        domain,
        ...description,
        ...(changedThresholds.length > 0 && { thresholds: ratios }),
      });
    },
    success: { title: messages.changed },
    failure: messages.changeFailed,
    failureIn: 'form',
    changes: () => getModelChanges(domain),
  });
  const { name, licence, notes } = uploaded;
  return (
    <EditDialog<ModelDraft>
      title={messages.change}
      submitLabel={messages.save}
      initial={{ name, licence, notes, thresholds: initial }}
      onSubmit={(draft) => write.send(draft)}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <TextControl control={control} name="name" label={messages.name} requiredError={messages.noName} />
          <TextControl control={control} name="licence" label={messages.licence} />
          <TextAreaControl control={control} name="notes" label={messages.notes} />
          {uploaded.thresholds && (
            <Subsection title={messages.thresholds}>
              <Caption1>{messages.thresholdsHint}</Caption1>
              {uploaded.thresholds.map(({ id }) => (
                <SliderControl
                  key={id}
                  control={control}
                  name={`thresholds.${id}`}
                  label={labels.get(id) ?? messages.unknownLabel}
                  min={0}
                  max={100}
                />
              ))}
            </Subsection>
          )}
        </>
      )}
    </EditDialog>
  );
}

const toPercents = ({ thresholds = [] }: UploadedModel): Record<string, number> =>
  Object.fromEntries(thresholds.map(({ id, threshold }) => [id, Math.round(100 * threshold)]));
