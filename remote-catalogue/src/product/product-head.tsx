import type { Product } from '@console/shared-contract/api';
import { Button, CopyButton, DeleteIcon, Facts, formatDateTime, RefreshIcon, Section } from '@console/shared-ui/basics';
import { Switch } from '@console/shared-ui/choices';
import { UploadButton, useWrite } from '@console/shared-ui/pages';
import { announce } from '@console/shared-auth';
import { Buttons } from '../parts/form-grid';
import { useRemoval } from '../parts/use-remove';
import { messages } from '../messages';
import { Completeness } from '../products/completeness';
import { productNumber } from '../products/product-number';
import { ProductForm } from './product-form';
import { ProductSetForm } from './product-set-form';
import { removeProduct, setVerified, uploadProductImage } from './product.queries';

const words = messages.product;

export interface ProductHeadProps {
  product: Product;
  onRefresh: () => void;
  onRemoved: () => void;
}

/** What a product is, and what is done with all of it. */
export function ProductHead({ product, onRefresh, onRemoved }: ProductHeadProps) {
  const { id, verified } = product;
  const verify = useWrite({
    send: (wanted: boolean) => setVerified(id, wanted),
    failure: words.verifyFailed,
    changes: () => [{ topic: 'products', ids: [id] }],
  });
  const removal = useRemoval<Product>({
    title: words.removeTitle,
    about: (row) => words.removeText(row.name, row.images_count),
    send: (row) => removeProduct(row.id),
    failure: words.removeFailed,
    // The page says that it is gone before it is read again.
    changes: () => [{ topic: 'product-sets' }],
    onRemoved,
  });
  return (
    <Section
      title={words.facts}
      actions={
        <Buttons>
          <Switch
            label={verified ? messages.products.verified : messages.products.notVerified}
            checked={verified}
            onChange={(_, { checked }) => void verify.send(checked)}
          />
          <UploadButton
            label={words.upload}
            send={(picture) => uploadProductImage(id, picture)}
            onDone={() => void announce({ topic: 'products', ids: [id] })}
          />
          <Button icon={<RefreshIcon />} onClick={onRefresh}>
            {messages.refresh}
          </Button>
          <Button icon={<DeleteIcon />} onClick={() => removal.ask({ row: product })}>
            {words.remove}
          </Button>
        </Buttons>
      }
    >
      <Facts
        values={{
          [messages.columns.productId]: (
            <>
              {id} <CopyButton text={id} what="id" />
            </>
          ),
          [messages.columns.number]: productNumber(product) || '–',
          [product.lacks?.length ? messages.completeness.column : messages.completeness.filter]: (
            <Completeness lacks={product.lacks} missingKeys={product.missing_keys} />
          ),
          [messages.columns.created]: formatDateTime(product.created),
        }}
      />
      <ProductForm product={product} />
      <ProductSetForm product={product} />
      {removal.dialog}
    </Section>
  );
}
