-- Checks of all ledgers that admins asked for, and what came of them.
CREATE TABLE ledger_check (
  id uuid PRIMARY KEY,
  job_id uuid NOT NULL,
  asked_by uuid NOT NULL REFERENCES app_user (id),
  asked_at timestamptz(3) NOT NULL DEFAULT now(),
  ended_at timestamptz(3),
  -- By ledger: how many quantities differ, and the first of them. Null until it is through.
  ledgers jsonb,
  CHECK ((ended_at IS NULL) = (ledgers IS NULL))
);
CREATE INDEX ledger_check_asked ON ledger_check (asked_at);
