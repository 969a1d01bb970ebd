-- Where a site lies, as the company groups its shops.
ALTER TABLE site ADD COLUMN region text;

-- Transfers between stores: the gate passes of one press are of one number.
CREATE SEQUENCE transfer_number;

-- A store whose cover of a style is above this has too much of it.
UPDATE setting SET value = value || '{"most_cover_days": 60}' WHERE name = 'allocation';

-- Past days sold once more by the settings of then and by others; each person sees the last of their own.
CREATE TABLE allocation_replay (
  id uuid PRIMARY KEY,
  made_by uuid NOT NULL REFERENCES app_user (id),
  made_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Null for all categories.
  category text,
  days integer NOT NULL CHECK (days > 0),
  every integer NOT NULL CHECK (every > 0),
  settings jsonb NOT NULL,
  job_id uuid,
  outcome jsonb
);
CREATE INDEX allocation_replay_person ON allocation_replay (made_by, made_at);
