import { AddIcon, Button, Input, makeStyles, tokens, useNotify } from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { useState, type FormEvent } from 'react';
import { messages } from '../messages';
import { readId } from '../parts/read-id';
import { putIntoSet, readProduct } from '../product/product.queries';

const words = messages.set;
const useStyles = makeStyles({
  form: { display: 'flex', gap: tokens.spacingHorizontalS, flex: '0 1 420px', minWidth: 0 },
  input: { flexGrow: 1, minWidth: 0 },
});

/** Adds a product to a set by its id, or by a link to it. */
export function AddProduct({ setId }: { setId: string }) {
  const styles = useStyles();
  const notify = useNotify();
  const [text, setText] = useState('');
  const write = useWrite({
    send: async (id: string) => putIntoSet(await readProduct(id), setId),
    success: ({ name }) => ({ title: words.productAdded, text: name }),
    failure: words.addProductFailed,
    changes: () => [{ topic: 'products' }, { topic: 'product-sets' }],
  });
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const id = readId(text);
    if (id === '') return void notify.danger({ title: words.noProductId });
    const written = await write.send(id);
    if (written?.ok) setText('');
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void add(event)}>
      <Input
        className={styles.input}
        aria-label={messages.columns.productId}
        placeholder={messages.columns.productId}
        autoComplete="off"
        value={text}
        onChange={(_, { value }) => setText(value)}
      />
      <Button type="submit" icon={<AddIcon />} disabledFocusable={write.isPending}>
        {words.addProduct}
      </Button>
    </form>
  );
}
