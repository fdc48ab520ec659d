import { sql, type Kysely } from 'kysely';

/** Creates invitations and links for new passwords. Only hashes of the secrets in links are stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invitation (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspace on delete cascade,
      role text not null check (role in ('manager', 'reviewer', 'annotator', 'viewer')),
      -- only the account with this email may accept; null for anyone who has the link
      email text check (email = lower(email)),
      mail text not null default 'none' check (mail in ('none', 'pending', 'sent', 'failed')),
      created timestamptz not null default now(),
      expires timestamptz not null,
      created_by uuid references app_user on delete set null,
      revoked timestamptz,
      accepted timestamptz,
      accepted_by uuid references app_user on delete set null
    )`.execute(db);
  await sql`create index invitation_workspace on invitation (workspace_id, created)`.execute(db);
  // An invitation has one secret for the link that its creator copies, and another secret for each email.
  await sql`
    create table invitation_secret (
      hash bytea primary key,
      invitation_id uuid not null references invitation on delete cascade
    )`.execute(db);
  await sql`create index invitation_secret_invitation on invitation_secret (invitation_id)`.execute(db);
  await sql`
    create table password_link (
      hash bytea primary key,
      user_id uuid not null references app_user on delete cascade,
      -- the owner of all workspaces of the user; null for a link by email or from the operator
      created_by uuid references app_user on delete cascade,
      created timestamptz not null default now(),
      expires timestamptz not null
    )`.execute(db);
  await sql`create index password_link_user on password_link (user_id)`.execute(db);
  await sql`alter table session add column user_agent text`.execute(db);
}
