-- Counts of what lies at a site: what was counted beside what the books say, posted as found and written-off pieces.
CREATE SEQUENCE stock_count_number;

CREATE TABLE stock_count (
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE,
  site_id uuid NOT NULL REFERENCES site (id),
  state text NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'POSTED', 'CANCELLED')),
  -- Whoever counts does not see what should be there.
  is_blind boolean NOT NULL,
  remark text,
  created_by uuid NOT NULL REFERENCES app_user (id),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  ended_by uuid REFERENCES app_user (id),
  ended_at timestamptz(3),
  -- Why it was posted as it is, or cancelled.
  end_reason text,
  version integer NOT NULL DEFAULT 1,
  CHECK ((state = 'OPEN') = (ended_at IS NULL))
);
CREATE INDEX stock_count_age ON stock_count (created_at, id);

CREATE TABLE stock_count_line (
  id uuid PRIMARY KEY,
  count_id uuid NOT NULL REFERENCES stock_count (id),
  place_id uuid NOT NULL REFERENCES place (id),
  sku_id uuid NOT NULL REFERENCES sku (id),
  condition text NOT NULL CHECK (condition IN ('good', 'b_grade', 'damaged')),
  counted integer NOT NULL CHECK (counted >= 0),
  -- On hand when it was counted last: what moved since is no difference.
  expected integer NOT NULL CHECK (expected >= 0),
  counted_by uuid NOT NULL REFERENCES app_user (id),
  counted_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (count_id, place_id, sku_id, condition)
);

-- Scans that were counted: told again, since their answer was lost, they count no second time.
CREATE TABLE stock_count_scan (
  count_id uuid NOT NULL REFERENCES stock_count (id),
  scan_id text NOT NULL,
  line_id uuid NOT NULL REFERENCES stock_count_line (id),
  quantity integer NOT NULL CHECK (quantity > 0),
  taken_back boolean NOT NULL DEFAULT false,
  PRIMARY KEY (count_id, scan_id)
);
