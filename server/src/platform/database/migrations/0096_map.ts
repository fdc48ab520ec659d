import { sql, type Kysely } from 'kysely';

/** Adds the positions of images and objects on the map of a workspace, and how they were computed (ADR 0131). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table map_layout (
      workspace_id uuid not null references workspace on delete cascade,
      kind text not null check (kind in ('image', 'object')),
      method text not null check (method in ('pca', 'umap')),
      -- version of the embeddings
      version int not null,
      -- number of embeddings that existed when the layout was created
      items int not null,
      -- mean and axes of PCA; null for UMAP
      projection jsonb,
      -- the last change of an embedding that is on the map
      change bigint not null,
      created timestamptz not null default clock_timestamp(),
      primary key (workspace_id, kind, method)
    )`.execute(db);
  await sql`
    create table map_point (
      workspace_id uuid not null,
      kind text not null,
      method text not null,
      -- id of the image or object
      id uuid not null,
      x real not null,
      y real not null,
      -- the change of the embedding that was placed
      change bigint not null,
      -- whether the layout was computed from this item; the others are placed near their neighbours
      sampled boolean not null default false,
      primary key (id, kind, method),
      foreign key (workspace_id, kind, method) references map_layout on delete cascade,
      foreign key (id, kind) references embedding on delete cascade
    )`.execute(db);
  await sql`create index map_point_layout on map_point (workspace_id, kind, method)`.execute(db);
}
