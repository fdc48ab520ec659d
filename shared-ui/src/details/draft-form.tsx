import { usePermission } from '@console/shared-auth';
import { Button, makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { TextField } from '../fields/text-fields';
import { SaveIcon } from '../icons';
import { MergeBar } from '../merge/merge-bar';
import { rowMessages } from '../forms/row-messages';
import { ButtonRow } from '../page/button-row';
import { FormGrid } from './form-grid';
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

// The browser places the fields in the grid of the form as if they had no parent element.
const useStyles = makeStyles({ fields: { display: 'contents' } });

/**
 * A form on a page, in as many columns as fit. The Save button is enabled while there are unsaved changes. Users who may not manage the
 * workspace can only read the values.
 */
export function DraftForm(props: DraftFormProps) {
  const { label, form, hasId, saveLabel = rowMessages.save, isPrimary = false, actions, children } = props;
  const styles = useStyles();
  const canEdit = usePermission('manage');
  return (
    <FormGrid label={label} hasId={hasId} onSubmit={form.save}>
      <fieldset className={styles.fields} disabled={!canEdit}>
        {children}
      </fieldset>
      <MergeBar merge={form.merge} />
      <ButtonRow>
        {canEdit && (
          <Button
            type="submit"
            appearance={isPrimary ? 'primary' : 'secondary'}
            icon={<SaveIcon />}
            disabledFocusable={!form.canSave}
          >
            {saveLabel}
          </Button>
        )}
        {actions}
      </ButtonRow>
    </FormGrid>
  );
}

/** Names of the form values that are strings. */
type TextName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values];

export interface DraftTextFieldProps<Values> {
  form: Pick<FormState<Values>, 'values' | 'set' | 'errors'>;
  /** Name of the edited value. */
  name: TextName<Values>;
  label: string;
  required?: boolean;
}

/** A text field for one value of a `DraftForm`. */
export function DraftTextField<Values>({ form, name, label, required: isRequired }: DraftTextFieldProps<Values>) {
  return (
    <TextField
      label={label}
      required={isRequired}
      autoComplete="off"
      value={form.values[name] as string}
      error={form.errors[name]}
      onChange={({ target }) => form.set({ [name]: target.value } as Partial<Values>)}
    />
  );
}
