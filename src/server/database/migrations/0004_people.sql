-- People ----------------------------------------------------------------------------------------------------------------

ALTER TABLE app_user
  -- Its password was set by somebody else: only calls for everybody answer until another is chosen.
  ADD COLUMN must_change_password boolean NOT NULL DEFAULT false,
  ADD COLUMN last_sign_in_at timestamptz,
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN updated_by uuid REFERENCES app_user (id);

ALTER TABLE session
  ADD COLUMN address text NOT NULL DEFAULT '',
  ADD COLUMN user_agent text NOT NULL DEFAULT '',
  -- The role that a super admin sees Selvedge as in this session; null for their own.
  ADD COLUMN seen_role text,
  ADD COLUMN seen_team text,
  ADD COLUMN seen_vendor_id uuid REFERENCES vendor (id),
  ADD CHECK (seen_role IS NOT NULL OR (seen_team IS NULL AND seen_vendor_id IS NULL));

CREATE TABLE one_time_code (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  purpose text NOT NULL CHECK (purpose IN ('sign_in', 'reset_password')),
  -- Argon2id; blanked when the code is used or replaced.
  code_hash text,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- Used, or replaced by a newer one.
  ended_at timestamptz
);
CREATE UNIQUE INDEX one_time_code_open ON one_time_code (user_id, purpose) WHERE ended_at IS NULL;
CREATE INDEX one_time_code_lately ON one_time_code (user_id, created_at);

-- Mails are written with what they tell, and sent afterwards.
CREATE TABLE mail_outbox (
  id uuid PRIMARY KEY,
  to_address text NOT NULL,
  subject text NOT NULL,
  -- Blanked when the mail is sent or given up.
  body text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Not tried before.
  due_at timestamptz NOT NULL DEFAULT now(),
  -- Not tried afterwards: what it says is no longer of use.
  give_up_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  sent_at timestamptz,
  given_up_at timestamptz
);
CREATE INDEX mail_outbox_due ON mail_outbox (due_at) WHERE sent_at IS NULL AND given_up_at IS NULL;
CREATE INDEX mail_outbox_age ON mail_outbox (created_at);

-- A user's e-mail may change: the history of the account follows its row, not the name it had.
ALTER TABLE audit_event ADD COLUMN subject_id uuid;
UPDATE audit_event e SET subject_id = u.id FROM app_user u WHERE e.entity = 'user' AND lower(e.entity_id) = lower(u.email);
CREATE INDEX audit_event_subject ON audit_event (subject_id, id) WHERE subject_id IS NOT NULL;
