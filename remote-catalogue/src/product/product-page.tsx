import { CopyButton, formatDateTime, Page, Section, Facts } from '@console/shared-ui/basics';
import { QueryState } from '@console/shared-ui/pages';
import { Link, useParams } from 'react-router-dom';
import { describeCollection, useCollections } from '../collections/collections.queries';
import { Verdict } from '../collections/verdict';
import { messages } from '../messages';
import { productNumber } from '../products/product-number';
import { ProductImages } from './product-images';
import { ProductPrices } from './product-prices';
import { useProduct } from './product.queries';

export function ProductPage() {
  const { id = '' } = useParams();
  const product = useProduct(id);
  const collections = useCollections();
  const { data } = product;
  return (
    <Page title={data?.name ?? messages.product.title}>
      <QueryState query={product} notFound={messages.product.notFound}>
        {(row) => (
          <>
            <Section title={messages.product.facts}>
              <Facts
                values={{
                  [messages.columns.id]: (
                    <>
                      {row.id} <CopyButton text={row.id} what="id" />
                    </>
                  ),
                  [messages.columns.verified]: (
                    <Verdict yes={row.verified} yesLabel={messages.products.verified} noLabel={messages.products.notVerified} />
                  ),
                  [messages.columns.type]: describeCollection(collections.data, row.product_collection).name,
                  [messages.columns.customerId]: row.customer_product_id || '–',
                  [messages.columns.number]: productNumber(row) || '–',
                  [messages.columns.set]: row.product_set ? (
                    <Link to={`/set/${row.product_set.id}`}>{row.product_set.name}</Link>
                  ) : (
                    '–'
                  ),
                  [messages.columns.created]: formatDateTime(row.created),
                }}
              />
            </Section>
            <ProductImages productId={row.id} />
            <ProductPrices productId={row.id} />
          </>
        )}
      </QueryState>
    </Page>
  );
}
