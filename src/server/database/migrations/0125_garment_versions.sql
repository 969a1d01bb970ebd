-- How a style was measured and graded at any time, and what its vendor wants to change of one that is live.
CREATE TABLE garment_version (
  catalogue_id uuid NOT NULL REFERENCES catalogue_style (id),
  kind text NOT NULL CHECK (kind IN ('points', 'grading')),
  number integer NOT NULL CHECK (number > 0),
  -- All of it, as `specContent` (shared/areas/garment-specs/changes.ts).
  content jsonb NOT NULL CHECK (jsonb_typeof(content) = 'object'),
  adds integer NOT NULL CHECK (adds >= 0),
  changes integer NOT NULL CHECK (changes >= 0),
  removes integer NOT NULL CHECK (removes >= 0),
  -- The sheet that said so; the version that was put back.
  file_name text,
  put_back integer,
  -- The vendor's person who wanted it, where `made_by` agreed.
  asked_by uuid REFERENCES app_user (id),
  -- Null of what stood before versions were written.
  made_at timestamptz(3),
  made_by uuid REFERENCES app_user (id),
  PRIMARY KEY (catalogue_id, kind, number),
  CHECK ((made_at IS NULL) = (made_by IS NULL))
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON garment_version FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON garment_version FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

CREATE TABLE garment_proposal (
  id uuid PRIMARY KEY,
  catalogue_id uuid NOT NULL REFERENCES catalogue_style (id),
  kind text NOT NULL CHECK (kind IN ('points', 'grading')),
  -- The version that it was made on; 0: nothing stood.
  base integer NOT NULL CHECK (base >= 0),
  -- All of the spec as it would be.
  content jsonb NOT NULL CHECK (jsonb_typeof(content) = 'object'),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'taken', 'refused')),
  file_name text,
  made_at timestamptz(3) NOT NULL DEFAULT now(),
  made_by uuid NOT NULL REFERENCES app_user (id),
  decided_at timestamptz(3),
  decided_by uuid REFERENCES app_user (id),
  remark text,
  version integer NOT NULL DEFAULT 1,
  CHECK ((state = 'waiting') = (decided_at IS NULL)),
  CHECK ((decided_at IS NULL) = (decided_by IS NULL))
);
-- One waits of a style's points, and one of its grading: what is sent again is laid over it.
CREATE UNIQUE INDEX garment_proposal_waiting ON garment_proposal (catalogue_id, kind) WHERE state = 'waiting';
CREATE INDEX garment_proposal_style ON garment_proposal (catalogue_id, made_at);
