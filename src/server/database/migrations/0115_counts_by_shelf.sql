-- A count holds its shelves: one open count a shelf, one counter a shelf at a time; what cannot be posted is left behind with its reason. ---------

ALTER TABLE stock_count
  -- Chosen shelves, a category, a style; empty is everything.
  ADD COLUMN shelves text[] NOT NULL DEFAULT '{}',
  ADD COLUMN category text,
  ADD COLUMN style_id uuid REFERENCES style (id),
  -- What differs is posted only when a second person has counted it; as the setting was when the count began.
  ADD COLUMN needs_second boolean NOT NULL DEFAULT false,
  ADD COLUMN reversed_by uuid REFERENCES app_user (id),
  ADD COLUMN reversed_at timestamptz(3),
  ADD COLUMN reverse_reason text,
  DROP CONSTRAINT stock_count_state_check,
  ADD CONSTRAINT stock_count_state_check CHECK (state IN ('OPEN', 'POSTED', 'CANCELLED', 'REVERSED')),
  ADD CONSTRAINT stock_count_reversed CHECK ((state = 'REVERSED') = (reversed_at IS NOT NULL AND reversed_by IS NOT NULL AND reverse_reason IS NOT NULL));

INSERT INTO setting (name, value) VALUES ('stock_count_second', 'false');

CREATE TABLE stock_count_place (
  count_id uuid NOT NULL REFERENCES stock_count (id),
  place_id uuid NOT NULL REFERENCES place (id),
  -- Its count is under way, and the place is counted by no other.
  is_open boolean NOT NULL DEFAULT true,
  -- Who counts it, or counted it last.
  counter_id uuid REFERENCES app_user (id),
  taken_at timestamptz(3),
  ended_at timestamptz(3),
  -- What nobody counted there counts as none.
  is_full boolean NOT NULL DEFAULT false,
  -- Counted anew: lines of an earlier round begin again with their first piece.
  round integer NOT NULL DEFAULT 1 CHECK (round > 0),
  PRIMARY KEY (count_id, place_id),
  CHECK ((counter_id IS NULL) = (taken_at IS NULL)),
  CHECK (ended_at IS NULL OR counter_id IS NOT NULL),
  CHECK (NOT is_full OR ended_at IS NOT NULL)
);
CREATE UNIQUE INDEX stock_count_place_open ON stock_count_place (place_id) WHERE is_open;

-- Counts that are open already hold what they counted; where two of them counted one shelf, the earlier has it.
INSERT INTO stock_count_place (count_id, place_id, is_open)
  SELECT l.count_id, l.place_id, c.state = 'OPEN' AND row_number() OVER (PARTITION BY l.place_id, c.state = 'OPEN' ORDER BY c.created_at, c.id) = 1
  FROM (SELECT DISTINCT count_id, place_id FROM stock_count_line) l JOIN stock_count c ON c.id = l.count_id;

ALTER TABLE stock_count_line
  ADD COLUMN round integer NOT NULL DEFAULT 1,
  -- Nobody counted it: its place was counted in full.
  ADD COLUMN by_closing boolean NOT NULL DEFAULT false,
  -- What another person had counted before.
  ADD COLUMN before_counted integer CHECK (before_counted >= 0),
  ADD COLUMN before_expected integer CHECK (before_expected >= 0),
  ADD COLUMN before_by uuid REFERENCES app_user (id),
  ADD COLUMN before_at timestamptz(3),
  -- Why its difference was not posted with its count.
  ADD COLUMN left_behind text CHECK (left_behind IN ('other_count', 'counting', 'second', 'out_of_use', 'gone', 'reserved')),
  ADD CONSTRAINT stock_count_line_before CHECK (num_nulls(before_counted, before_expected, before_by, before_at) IN (0, 4));

ALTER TABLE stock_count_scan ADD COLUMN round integer NOT NULL DEFAULT 1;
