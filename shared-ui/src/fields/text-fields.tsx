import { Input, Textarea } from '@fluentui/react-components';
import type { ChangeEventHandler, FocusEventHandler, Ref } from 'react';
import { LabelledField } from './labelled-field';

/** Result of `register("name")` of react-hook-form. */
interface FieldRegistration<Element> {
  name?: string;
  ref?: Ref<Element>;
  onChange?: ChangeEventHandler<Element>;
  onBlur?: FocusEventHandler<Element>;
}

interface CommonFieldProps {
  label: string;
  error?: string;
  hint?: string;
  required?: boolean;
  disabled?: boolean;
  placeholder?: string;
}

export interface TextFieldProps extends FieldRegistration<HTMLInputElement>, CommonFieldProps {
  type?: 'text' | 'email' | 'password' | 'number' | 'search' | 'url' | 'date';
  autoComplete?: string;
  autoFocus?: boolean;
  value?: string;
  readOnly?: boolean;
}

/**
 * A single-line text field: `<TextField label="Name" error={errors.name?.message} {...register("name")} />`.
 * Caution: Fluent's input has its own state and ignores a value that `register` writes into the element. A form with initial values or
 * with a reset must use `Controller` instead: `<TextField {...field} />`.
 */
export function TextField({ label, error, hint, required, ...input }: TextFieldProps) {
  return (
    <LabelledField label={label} hint={hint} required={required} error={error}>
      <Input {...input} />
    </LabelledField>
  );
}

export interface TextAreaFieldProps extends FieldRegistration<HTMLTextAreaElement>, CommonFieldProps {
  rows?: number;
  value?: string;
}

export function TextAreaField({ label, error, hint, required, rows = 3, ...textarea }: TextAreaFieldProps) {
  return (
    <LabelledField label={label} hint={hint} required={required} error={error}>
      <Textarea rows={rows} resize="vertical" {...textarea} />
    </LabelledField>
  );
}
