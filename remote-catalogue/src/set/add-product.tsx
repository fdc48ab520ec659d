import type { Product } from '@console/shared-contract/api';
import { AddIcon, Button, makeStyles, tokens, useNotify } from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { useState, type FormEvent } from 'react';
import { ProductFinder } from '../crop/product-finder';
import { messages } from '../messages';
import { assignToSet } from '../product/product.queries';

const setMessages = messages.set;
const useStyles = makeStyles({
  form: { display: 'flex', alignItems: 'end', gap: tokens.spacingHorizontalS, flex: '0 1 480px', minWidth: 0 },
  finder: { flexGrow: 1, minWidth: 0 },
});

/** Form that adds a product to a set. The product is found by its name, number, id or link. */
export function AddProduct({ setId }: { setId: string }) {
  const styles = useStyles();
  const notify = useNotify();
  const [selected, setSelected] = useState<Product | null>(null);
  const write = useWrite({
    send: (product: Product) => assignToSet(product, setId),
    success: ({ name }) => ({ title: setMessages.productAdded, text: name }),
    failure: setMessages.addProductFailed,
    changes: () => [{ topic: 'products' }, { topic: 'product-sets' }],
  });
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (!selected) return void notify.danger({ title: setMessages.noProductId });
    const result = await write.send(selected);
    if (result?.ok) setSelected(null);
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void add(event)}>
      <div className={styles.finder}>
        <ProductFinder selected={selected} onPick={setSelected} />
      </div>
      <Button type="submit" icon={<AddIcon />} disabledFocusable={write.isPending}>
        {setMessages.addProduct}
      </Button>
    </form>
  );
}
