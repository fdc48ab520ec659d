import { sql, type Kysely } from 'kysely';

/**
 * Stores the filter values of the product list in the product row and in the index of the list. The index alone then suffices for a page, a
 * filter and its count (ADR 0008). `product_shape` counts the products with equal sets of meta data keys.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table product_shape (
      id bigint primary key generated always as identity,
      workspace_id uuid not null references workspace(id) on delete cascade,
      collection_id int not null references product_collection(id) on delete cascade,
      keys text[] not null,
      -- hash of the keys, because an index entry has a size limit and the keys do not
      digest uuid not null,
      products int not null default 0,
      unique (collection_id, digest)
    )`.execute(db);
  await sql`create index product_shape_workspace on product_shape (workspace_id, products)`.execute(db);
  await sql`
    alter table product add column images_count int not null default 0, add column prices_count int not null default 0,
      add column shape_id bigint`.execute(db);

  // Keys without a value do not count.
  await sql`
    create function carried_keys(meta jsonb) returns text[] language sql immutable parallel safe as $$
      select coalesce(array_agg(key order by key collate "C"), '{}')
      from jsonb_each(case jsonb_typeof(meta) when 'object' then meta else '{}' end) where value not in ('null', '""')
    $$`.execute(db);

  await sql`
    insert into product_shape (workspace_id, collection_id, keys, digest, products)
    select workspace_id, collection_id, keys, md5(to_json(keys)::text)::uuid, count(*)
    from (select workspace_id, collection_id, carried_keys(meta_data) as keys from product where collection_id is not null) p
    group by workspace_id, collection_id, keys`.execute(db);
  await sql`
    update product p set
      images_count = (select count(*) from product_image i where i.product_id = p.id),
      prices_count = (select count(*) from price r where r.product_id = p.id),
      shape_id = (select s.id from product_shape s where s.collection_id = p.collection_id
        and s.digest = md5(to_json(carried_keys(p.meta_data))::text)::uuid)`.execute(db);

  await createShapeTriggers(db);
  await createCountTriggers(db, 'product_image', 'images_count');
  await createCountTriggers(db, 'price', 'prices_count');

  await sql`drop index product_workspace, product_collection_of, product_set_of`.execute(db);
  await sql`
    create index product_workspace on product (workspace_id, lower(name), id)
      include (name, verified, collection_id, product_set_id, images_count, prices_count, shape_id)`.execute(db);
  // Trigram index for parts of names. If an operator's PostgreSQL lacks the extension, searches use the index above.
  await sql`
    do $$ begin
      create extension if not exists pg_trgm;
      create index product_name_parts on product using gin (lower(name) gin_trgm_ops);
      create index product_customer_parts on product using gin (lower(customer_product_id) gin_trgm_ops);
    exception when insufficient_privilege or undefined_file or feature_not_supported then
      raise notice 'Products are searched without pg_trgm.';
    end $$`.execute(db);
  await sql`create index product_collection_of on product (collection_id) include (verified)`.execute(db);
  await sql`create index product_set_of on product (product_set_id) include (verified)`.execute(db);
}

/**
 * Creates triggers that maintain `product_shape`: they assign each product to its set of keys, and update the counts after each statement.
 */
async function createShapeTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function product_takes_shape() returns trigger language plpgsql as $$
    declare
      wanted text[];
      wanted_digest uuid;
    begin
      if tg_op = 'INSERT' then
        -- A row restored from the trash also starts at 0: restoring its images and prices increments the counts.
        new.images_count := 0;
        new.prices_count := 0;
      elsif new.collection_id is not distinct from old.collection_id and new.meta_data = old.meta_data then
        return new;
      end if;
      new.shape_id := null;
      if new.collection_id is null then
        return new;
      end if;
      wanted := carried_keys(new.meta_data);
      wanted_digest := md5(to_json(wanted)::text)::uuid;
      -- The lock prevents the deletion of a shape without products before this product is counted.
      select id into new.shape_id from product_shape where collection_id = new.collection_id and digest = wanted_digest for key share;
      if new.shape_id is null then
        insert into product_shape (workspace_id, collection_id, keys, digest)
          values (new.workspace_id, new.collection_id, wanted, wanted_digest)
          on conflict (collection_id, digest) do update set products = product_shape.products returning id into new.shape_id;
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger product_takes_shape before insert or update of collection_id, meta_data on product
      for each row execute function product_takes_shape()`.execute(db);
  await createCounterTriggers(db, {
    name: 'product_shape_counts',
    of: 'product',
    by: 'shape_id',
    into: 'product_shape',
    column: 'products',
    id: 'bigint',
  });
}

function createCountTriggers(db: Kysely<unknown>, of: string, column: string): Promise<void> {
  return createCounterTriggers(db, { name: `product_${column}`, of, by: 'product_id', into: 'product', column, id: 'uuid' });
}

/** A column with the number of rows of another table. */
interface Counter {
  name: string;
  /** The table whose rows are counted. */
  of: string;
  by: string;
  into: string;
  column: string;
  /** Type of the ids of the table `into`. */
  id: 'uuid' | 'bigint';
}

/**
 * Creates triggers that update a count once per statement and not per row. All writers lock the counts in the order of ids, to prevent
 * deadlocks.
 */
async function createCounterTriggers(db: Kysely<unknown>, { name, of, by, into, column, id }: Counter): Promise<void> {
  await sql
    .raw(
      `create function ${name}() returns trigger language plpgsql as $$
      declare
        ids ${id}[];
        changes int[];
      begin
        if tg_op = 'INSERT' then
          select array_agg(c.id), array_agg(c.n) into ids, changes from (
            select ${by} as id, count(*)::int as n from came where ${by} is not null group by ${by}) c;
        elsif tg_op = 'DELETE' then
          select array_agg(c.id), array_agg(c.n) into ids, changes from (
            select ${by} as id, -count(*)::int as n from went where ${by} is not null group by ${by}) c;
        else
          select array_agg(c.id), array_agg(c.n) into ids, changes from (
            select b.id, sum(b.n)::int as n from (
              select ${by} as id, 1 as n from came union all select ${by}, -1 from went) b
            where b.id is not null group by b.id having sum(b.n) <> 0) c;
        end if;
        if ids is null then
          return null;
        end if;
        perform 1 from ${into} where id = any(ids) order by id for no key update;
        update ${into} t set ${column} = t.${column} + c.n from unnest(ids, changes) as c(id, n) where t.id = c.id;
        return null;
      end $$`,
    )
    .execute(db);
  const tables = {
    insert: 'referencing new table as came',
    update: 'referencing old table as went new table as came',
    delete: 'referencing old table as went',
  };
  for (const [event, referencing] of Object.entries(tables))
    await sql
      .raw(`create trigger ${name}_${event} after ${event} on ${of} ${referencing} for each statement execute function ${name}()`)
      .execute(db);
}
