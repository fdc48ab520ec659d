import { Field, Input, Textarea } from '@fluentui/react-components';
import type { ChangeEventHandler, FocusEventHandler, Ref } from 'react';

/** What `register("name")` of react-hook-form gives. */
interface Registration<Element> {
  name?: string;
  ref?: Ref<Element>;
  onChange?: ChangeEventHandler<Element>;
  onBlur?: FocusEventHandler<Element>;
}

interface Common {
  label: string;
  error?: string;
  hint?: string;
  required?: boolean;
  disabled?: boolean;
  placeholder?: string;
}

export interface TextFieldProps extends Registration<HTMLInputElement>, Common {
  type?: 'text' | 'email' | 'password' | 'number' | 'search' | 'url' | 'date';
  autoComplete?: string;
  autoFocus?: boolean;
  value?: string;
  readOnly?: boolean;
}

/**
 * One line of text: `<TextField label="Name" error={errors.name?.message} {...register("name")} />`.
 * Trap: Fluent's input holds a value of its own, which hides what `register` writes into the element. A form that starts
 * with values, or is reset, goes through `Controller`: `<TextField {...field} />`.
 */
export function TextField({ label, error, hint, required, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} required={required} validationMessage={error} validationState={error ? 'error' : 'none'}>
      <Input {...input} />
    </Field>
  );
}

export interface TextAreaFieldProps extends Registration<HTMLTextAreaElement>, Common {
  rows?: number;
  value?: string;
}

export function TextAreaField({ label, error, hint, required, rows = 3, ...textarea }: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} required={required} validationMessage={error} validationState={error ? 'error' : 'none'}>
      <Textarea rows={rows} resize="vertical" {...textarea} />
    </Field>
  );
}
