import { announce, isNotFound } from '@console/shared-auth';
import { EmptyState, ErrorState, Page, Section } from '@console/shared-ui/basics';
import { useUndoNotice } from '@console/shared-ui/bulk';
import { QueryState } from '@console/shared-ui/pages';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { messages } from '../messages';
import { useFocusAfterDeletion } from '../../../shared-ui/src/details/use-focus-after-deletion';
import { ProductHead } from './product-head';
import { ProductImages } from './product-images';
import { ProductMeta } from './product-meta';
import { ProductPrices } from './product-prices';
import { restoreProduct, useProduct, useProductImages } from './product.queries';

const productMessages = messages.product;

export function ProductPage() {
  const { id = '' } = useParams();
  return <ProductContent key={id} id={id} />;
}

function ProductContent({ id }: { id: string }) {
  const product = useProduct(id);
  const images = useProductImages(id);
  const [isDeleted, setDeleted] = useState(false);
  const offerUndo = useUndoNotice();
  const onDeleted = () => {
    setDeleted(true);
    offerUndo(productMessages.deleted, async () => {
      await restoreProduct(id);
      await announce({ topic: 'products' }, { topic: 'product-sets' });
      setDeleted(false);
    });
  };
  const isMissing = isDeleted || isNotFound(product.error);
  useFocusAfterDeletion(isMissing);
  const title = (!isMissing && product.data?.name) || productMessages.title;
  const failedImages = product.data && images.error && !images.data ? images : null;
  return (
    <Page title={title}>
      {isMissing ? (
        <EmptyState>{productMessages.notFound}</EmptyState>
      ) : failedImages ? (
        <ErrorState title={productMessages.notFound} error={failedImages.error} onRetry={() => void failedImages.refetch()} />
      ) : (
        <QueryState query={product} notFound={productMessages.notFound} failed={productMessages.notFound}>
          {(row) => (
            <>
              <ProductHead product={row} onRefresh={() => void announce({ topic: 'products' })} onDeleted={onDeleted} />
              <ProductImages productId={row.id} />
              <Section title={productMessages.meta}>
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
