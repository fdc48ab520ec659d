import { AddIcon, Button, Input, makeStyles, tokens, useNotify } from '@console/shared-ui/basics';
import { parseId } from '@console/shared-ui/format';
import { useWrite } from '@console/shared-ui/pages';
import { useState, type FormEvent } from 'react';
import { messages } from '../messages';
import { assignToSet, fetchProduct } from '../product/product.queries';

const setMessages = messages.setPage;
const useStyles = makeStyles({
  form: { display: 'flex', gap: tokens.spacingHorizontalS, flex: '0 1 420px', minWidth: 0 },
  input: { flexGrow: 1, minWidth: 0 },
});

/** Form that adds a product to a set by its id or a link to the product. */
export function AddProduct({ setId }: { setId: string }) {
  const styles = useStyles();
  const notify = useNotify();
  const [text, setText] = useState('');
  const write = useWrite({
    send: async (id: string) => assignToSet(await fetchProduct(id), setId),
    success: ({ name }) => ({ title: setMessages.productAdded, text: name }),
    failure: setMessages.addProductFailed,
    changes: () => [{ topic: 'products' }, { topic: 'product-sets' }],
  });
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const id = parseId(text);
    if (id === '') return void notify.danger({ title: setMessages.noProductId });
    const result = await write.send(id);
    if (result?.ok) setText('');
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
        {setMessages.addProduct}
      </Button>
    </form>
  );
}
