import { announce, isNotFound } from '@console/shared-auth';
import { EmptyState, ErrorState, Page, Section } from '@console/shared-ui/basics';
import { useUndoNotice } from '@console/shared-ui/bulk';
import { QueryState } from '@console/shared-ui/pages';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { messages } from '../messages';
import { useGoneFocus } from '../parts/use-gone-focus';
import { ProductHead } from './product-head';
import { ProductImages } from './product-images';
import { ProductMeta } from './product-meta';
import { ProductPrices } from './product-prices';
import { restoreProduct, useProduct, useProductImages } from './product.queries';

const words = messages.product;

export function ProductPage() {
  const { id = '' } = useParams();
  return <ProductOf key={id} id={id} />;
}

function ProductOf({ id }: { id: string }) {
  const product = useProduct(id);
  const images = useProductImages(id);
  const [isDeleted, setDeleted] = useState(false);
  const offerUndo = useUndoNotice();
  const onRemoved = () => {
    setDeleted(true);
    offerUndo(words.removed, async () => {
      await restoreProduct(id);
      await announce({ topic: 'products' }, { topic: 'product-sets' });
      setDeleted(false);
    });
  };
  const isGone = isDeleted || isNotFound(product.error);
  useGoneFocus(isGone);
  const title = (!isGone && product.data?.name) || words.title;
  const failure = product.data && images.error && !images.data ? images : null;
  return (
    <Page title={title}>
      {isGone ? (
        <EmptyState>{words.notFound}</EmptyState>
      ) : failure ? (
        <ErrorState title={words.notFound} error={failure.error} onRetry={() => void failure.refetch()} />
      ) : (
        <QueryState query={product} notFound={words.notFound} failed={words.notFound}>
          {(row) => (
            <>
              <ProductHead product={row} onRefresh={() => void announce({ topic: 'products' })} onRemoved={onRemoved} />
              <ProductImages productId={row.id} />
              <Section title={words.meta}>
                <ProductMeta product={row} />
              </Section>
              <ProductPrices productId={row.id} />
            </>
          )}
        </QueryState>
      )}
    </Page>
  );
}
