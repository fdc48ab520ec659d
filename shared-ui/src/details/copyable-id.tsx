import { CopyButton } from '../copy-button/copy-button';

/** The id of a row with a button that copies it. */
export function CopyableId({ id }: { id: string }) {
  return (
    <>
      {id} <CopyButton text={id} what="id" />
    </>
  );
}
