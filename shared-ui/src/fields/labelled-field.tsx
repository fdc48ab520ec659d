import { Field, type FieldProps } from '@fluentui/react-components';

/** A field with its label, and with an error message if there is one. */
export function LabelledField({
  error,
  ...field
}: Omit<FieldProps, 'validationMessage' | 'validationState'> & { error?: string }) {
  return <Field validationMessage={error} validationState={error ? 'error' : 'none'} {...field} />;
}
