-- Assortments: sets of styles with their colours and ratio of sizes, built before buyers look at them.
CREATE SEQUENCE assortment_number;

CREATE TABLE assortment (
  id uuid PRIMARY KEY,
  number integer NOT NULL UNIQUE,
  -- As `AS-000012`.
  code text NOT NULL UNIQUE,
  name text NOT NULL CHECK (name <> ''),
  remark text,
  -- Nothing is added any more; it can be opened again.
  closed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES app_user (id),
  version integer NOT NULL DEFAULT 1
);

CREATE TABLE assortment_style (
  assortment_id uuid NOT NULL REFERENCES assortment (id),
  catalogue_id uuid NOT NULL REFERENCES catalogue_style (id),
  position integer NOT NULL CHECK (position > 0),
  -- English, as the style's colours say it; none: all of them.
  colors text[] NOT NULL,
  -- Pieces of each size in a set, by size.
  ratio jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(ratio) = 'object'),
  PRIMARY KEY (assortment_id, catalogue_id)
);
CREATE INDEX assortment_style_catalogue ON assortment_style (catalogue_id);

-- A style before its buyers: several say what they think, one decides.
CREATE TABLE buyer_review (
  id uuid PRIMARY KEY,
  catalogue_id uuid NOT NULL UNIQUE REFERENCES catalogue_style (id),
  -- Who decides; nobody else does.
  responsible_id uuid NOT NULL REFERENCES app_user (id),
  deadline date NOT NULL,
  decision text CHECK (decision IN ('pass', 'fail')),
  decision_remark text,
  decided_at timestamptz(3),
  opened_at timestamptz(3) NOT NULL DEFAULT now(),
  opened_by uuid NOT NULL REFERENCES app_user (id),
  -- When its overdue notice was told.
  overdue_told_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  CHECK ((decision IS NULL) = (decided_at IS NULL))
);
CREATE INDEX buyer_review_open ON buyer_review (deadline) WHERE decided_at IS NULL;

-- What a reviewer thinks; said again, the last counts, and the audit keeps each.
CREATE TABLE buyer_review_verdict (
  review_id uuid NOT NULL REFERENCES buyer_review (id),
  reviewer_id uuid NOT NULL REFERENCES app_user (id),
  verdict text NOT NULL CHECK (verdict IN ('pass', 'fail')),
  score smallint NOT NULL CHECK (score BETWEEN 1 AND 5),
  remark text,
  given_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (review_id, reviewer_id)
);
