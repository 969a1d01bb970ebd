-- Work that takes longer than a call may: asked for in a command's transaction, done by whichever server takes it.
CREATE TABLE job (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  user_id uuid NOT NULL REFERENCES app_user (id),
  -- In what capacity it was asked for. It runs with these rights, and is shown only to who still has them.
  role text NOT NULL,
  team text,
  vendor_id uuid REFERENCES vendor (id),
  input jsonb NOT NULL,
  -- SHA-256 of kind, capacity and input: what is asked for twice while it is under way is one job.
  fingerprint bytea NOT NULL,
  -- English, with blanks; clients translate it.
  title text NOT NULL,
  title_values jsonb NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
  done integer NOT NULL DEFAULT 0 CHECK (done >= 0),
  total integer CHECK (total >= 0),
  step text,
  cancel_wanted boolean NOT NULL DEFAULT false,
  -- Counts up whenever a server takes the job: what a server writes that has lost it is refused by this number.
  attempt integer NOT NULL DEFAULT 0,
  -- How often it broke off, and how often it may.
  failures integer NOT NULL DEFAULT 0,
  most_failures integer NOT NULL CHECK (most_failures > 0),
  worker uuid,
  -- Its server shows that it lives by moving this on. Past it, another one takes the job up again.
  lease_until timestamptz,
  run_after timestamptz NOT NULL DEFAULT now(),
  problem text,
  problem_values jsonb NOT NULL DEFAULT '{}',
  file_name text,
  file_type text,
  -- Null again when the file is no longer kept.
  file_bytes bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  ended_at timestamptz,
  CHECK ((state = 'running') = (worker IS NOT NULL AND lease_until IS NOT NULL)),
  CHECK ((state IN ('waiting', 'running')) = (ended_at IS NULL))
);
CREATE INDEX job_under_way ON job (created_at, id) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX job_same ON job (user_id, fingerprint) WHERE ended_at IS NULL;
CREATE INDEX job_own ON job (user_id, created_at DESC, id DESC);
CREATE INDEX job_ended ON job (ended_at) WHERE ended_at IS NOT NULL;

-- The file of a job as it is written. It counts only when the job is done, and only the pieces of the attempt that did it.
CREATE TABLE job_piece (
  job_id uuid NOT NULL REFERENCES job (id) ON DELETE CASCADE,
  attempt integer NOT NULL,
  place integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (job_id, attempt, place)
);
-- Packed files do not become smaller by packing them again.
ALTER TABLE job_piece ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- One row that servers lock in turn while they take a job, so that nobody has more running than their share.
CREATE TABLE job_turn (id integer PRIMARY KEY);
INSERT INTO job_turn VALUES (1);

-- Counts up with every change to a person's jobs, beside that of their notices.
ALTER TABLE notice_version ADD COLUMN jobs bigint NOT NULL DEFAULT 0;
