import type { ServiceSlug } from '@console/shared-contract/api';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

type Moment = ColumnType<Date, Date | string, Date | string>;
type GeneratedMoment = ColumnType<Date, Date | string | undefined, Date | string>;
export type JsonObject = Record<string, unknown>;

export interface AppUserTable {
  id: Generated<string>;
  /** Lower case, trimmed. */
  email: string;
  username: string;
  password_hash: string;
  default_workspace_id: string | null;
  can_download_model: Generated<boolean>;
  /** 40 characters; shown to its owner, so kept readable. */
  api_token: string;
  created: GeneratedMoment;
}

export interface WorkspaceTable {
  id: Generated<string>;
  name: string;
  blur_images: Generated<boolean>;
  meta_data: JSONColumnType<JsonObject, string | undefined, string>;
  owner_id: string | null;
  created: GeneratedMoment;
}

export interface WorkspaceServiceTable {
  workspace_id: string;
  slug: ServiceSlug;
}

export interface MembershipTable {
  user_id: string;
  workspace_id: string;
  created: GeneratedMoment;
}

/** One sign-in on one device: every refresh token that came of it, and every access token, ends with it. */
export interface SessionTable {
  id: Generated<string>;
  user_id: string;
  created: GeneratedMoment;
  /** When it was ended: by a logout, or because a used token came again. */
  ended: Moment | null;
}

export interface RefreshTokenTable {
  /** SHA-256 of the token. */
  hash: Buffer;
  session_id: string;
  used: Moment | null;
  expires: Moment;
  created: GeneratedMoment;
}

export interface IdempotencyKeyTable {
  user_id: string;
  key: string;
  /** SHA-256 of method, path and body. */
  request_hash: Buffer;
  status: number | null;
  /** The answer's body as it was sent; null for none. */
  answer: string | null;
  /** The workspaces that the answer is of; null for the items of bulk calls, whose rows say it. */
  workspace_ids: ColumnType<string[] | null, string[] | undefined, string[]>;
  created: GeneratedMoment;
}

export interface LoginFailureTable {
  /** SHA-256 of an address, of an account, or of both. */
  key: Buffer;
  failures: number;
  /** When the failures are forgotten. */
  until: Date;
  blocked: Date | null;
}

/** That an account has signed in from an address before. */
export interface LoginAddressTable {
  /** SHA-256 of both. */
  key: Buffer;
  last: Date;
}

/** Append-only; refers to nothing, for an entry outlives what it is about. */
export interface AuditEntryTable {
  id: Generated<string>;
  workspace_id: string;
  created: GeneratedMoment;
  /** Null: the operator, by a command. */
  user_id: string | null;
  username: string | null;
  action: string;
  /** Kind of what it was done to, as the API's paths name it. */
  subject: string | null;
  subject_id: string | null;
}

export interface ServerSettingTable {
  name: string;
  value: string;
}

export interface AccountTables {
  app_user: AppUserTable;
  workspace: WorkspaceTable;
  workspace_service: WorkspaceServiceTable;
  membership: MembershipTable;
  session: SessionTable;
  refresh_token: RefreshTokenTable;
  idempotency_key: IdempotencyKeyTable;
  login_failure: LoginFailureTable;
  login_address: LoginAddressTable;
  audit_entry: AuditEntryTable;
  server_setting: ServerSettingTable;
}
