export const catalogueTables = `
create table product_collection (
  id int primary key generated always as identity,
  workspace_id uuid not null references workspace(id) on delete cascade,
  name text not null,
  type text not null default '',
  created timestamptz not null default clock_timestamp(),
  version int not null default 1
);
create index product_collection_workspace on product_collection (workspace_id, lower(name), id);

create table product_set (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspace(id) on delete cascade,
  name text not null,
  year int,
  collection_id int references product_collection(id) on delete set null,
  parent_id uuid references product_set(id) on delete set null check (parent_id <> id),
  completed boolean not null default false,
  meta_data jsonb not null default '{}',
  created timestamptz not null default clock_timestamp(),
  version int not null default 1
);
create index product_set_workspace on product_set (workspace_id, lower(name), id);
create index product_set_collection on product_set (collection_id);
create index product_set_parent on product_set (parent_id);

create table product (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspace(id) on delete cascade,
  name text not null,
  customer_product_id text not null default '',
  collection_id int references product_collection(id) on delete set null,
  product_set_id uuid references product_set(id) on delete set null,
  verified boolean not null default false,
  meta_data jsonb not null default '{}',
  created timestamptz not null default clock_timestamp(),
  version int not null default 1
);
create index product_workspace on product (workspace_id, lower(name), id);
create index product_customer on product (workspace_id, customer_product_id);
create index product_collection_of on product (collection_id);
create index product_set_of on product (product_set_id);

create table product_image (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspace(id) on delete cascade,
  product_id uuid not null references product(id) on delete cascade,
  name text not null default '',
  img_key text not null,
  thumb_key text not null,
  display_key text,
  content_type text not null,
  img_width int not null check (img_width > 0),
  img_height int not null check (img_height > 0),
  sync_status text not null default 'TO_SYNC' check (sync_status in ('TO_SYNC', 'SYNCED', 'ERROR')),
  meta_data jsonb not null default '{}',
  objects jsonb not null default '[]',
  created timestamptz not null default clock_timestamp(),
  version int not null default 1
);
create index product_image_product on product_image (product_id, created, id);
create index product_image_workspace on product_image (workspace_id, created, id);

-- sources of prices, and companies that grade the sold items
create table price_source (
  id int primary key generated always as identity,
  workspace_id uuid not null references workspace(id) on delete cascade,
  name text not null,
  unique (workspace_id, name)
);

create table grade_company (
  id int primary key generated always as identity,
  workspace_id uuid not null references workspace(id) on delete cascade,
  name text not null,
  unique (workspace_id, name)
);

create table price (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspace(id) on delete cascade,
  product_id uuid not null references product(id) on delete cascade,
  source_id int references price_source(id) on delete set null,
  item_link text,
  grade_company_id int references grade_company(id) on delete set null,
  img_link text,
  price numeric(16, 4) not null,
  currency text not null,
  date_of_creation timestamptz not null default clock_timestamp(),
  created timestamptz not null default clock_timestamp(),
  version int not null default 1
);
create index price_product on price (product_id, date_of_creation desc, id);
create index price_workspace on price (workspace_id, date_of_creation desc, id);
create index price_source_of on price (source_id);
create index price_grade_company_of on price (grade_company_id);
`;
