import { Button } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { SaveIcon } from '../icons';
import { MergeBar } from '../merge/merge-bar';
import { messages } from '../messages';
import { ButtonRow, FormGrid } from './form-grid';
import type { FormState } from './use-draft-form';

export interface DraftFormProps {
  /** Accessible name of the form. */
  label: string;
  form: Pick<FormState<unknown>, 'save' | 'canSave' | 'merge'>;
  /** Makes the fields wide enough for an id. */
  hasId?: boolean;
  /** Default: "Save". */
  saveLabel?: string;
  isPrimary?: boolean;
  /** Content after the Save button. */
  actions?: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/** A form on a page, in as many columns as fit. The Save button is enabled while there are unsaved changes. */
export function DraftForm(props: DraftFormProps) {
  const { label, form, hasId, saveLabel = messages.rows.save, isPrimary = false, actions, children } = props;
  return (
    <FormGrid label={label} hasId={hasId} onSubmit={form.save}>
      {children}
      <MergeBar merge={form.merge} />
      <ButtonRow>
        <Button
          type="submit"
          appearance={isPrimary ? 'primary' : 'secondary'}
          icon={<SaveIcon />}
          disabledFocusable={!form.canSave}
        >
          {saveLabel}
        </Button>
        {actions}
      </ButtonRow>
    </FormGrid>
  );
}
