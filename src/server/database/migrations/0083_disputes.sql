-- What a vendor says of a QC result of its box: accepted in words, or disputed, asked about, answered and decided. No piece moves by it.
CREATE SEQUENCE qc_dispute_number;

CREATE TABLE qc_dispute (
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE,
  box_id uuid NOT NULL REFERENCES box (id),
  site_id uuid NOT NULL REFERENCES site (id),
  vendor_id uuid NOT NULL REFERENCES vendor (id),
  state text NOT NULL CHECK (state IN ('open', 'asked', 'answered', 'upheld', 'partly_upheld', 'turned_down', 'withdrawn', 'accepted')),
  reason text CHECK (reason IN ('count_wrong', 'no_defect', 'wrong_standard', 'transport', 'other')),
  -- The last count or inspection when it was said: a later one is another result.
  verdict_at timestamptz(3) NOT NULL,
  -- Whoever's turn it is answers by this day of the vendors' zone.
  due_on date NOT NULL,
  owner_id uuid REFERENCES app_user (id),
  next text CHECK (next IN ('recount', 'reinspect', 'revert', 'none')),
  opened_by uuid NOT NULL REFERENCES app_user (id),
  opened_at timestamptz(3) NOT NULL DEFAULT now(),
  settled_by uuid REFERENCES app_user (id),
  settled_at timestamptz(3),
  -- For which due date its owner was told that it has passed: once each.
  overdue_told_for date,
  version integer NOT NULL DEFAULT 1,
  CHECK ((reason IS NULL) = (state = 'accepted')),
  CHECK ((settled_at IS NULL) = (state IN ('open', 'asked', 'answered'))),
  CHECK (state NOT IN ('upheld', 'partly_upheld') OR next IS NOT NULL)
);
-- One that is open at a time of a box at a site.
CREATE UNIQUE INDEX qc_dispute_live ON qc_dispute (box_id, site_id) WHERE state IN ('open', 'asked', 'answered');
CREATE INDEX qc_dispute_box ON qc_dispute (box_id);
CREATE INDEX qc_dispute_vendor ON qc_dispute (vendor_id, opened_at);
CREATE INDEX qc_dispute_due ON qc_dispute (due_on) WHERE state IN ('open', 'asked', 'answered');
CREATE INDEX qc_dispute_owner ON qc_dispute (owner_id) WHERE state IN ('open', 'asked', 'answered');

CREATE TABLE qc_dispute_line (
  dispute_id uuid NOT NULL REFERENCES qc_dispute (id),
  sku_id uuid NOT NULL REFERENCES sku (id),
  kind text NOT NULL CHECK (kind IN ('refused', 'short', 'over')),
  pieces integer NOT NULL CHECK (pieces > 0),
  upheld integer CHECK (upheld BETWEEN 0 AND pieces),
  PRIMARY KEY (dispute_id, sku_id, kind)
);

CREATE TABLE qc_dispute_message (
  id uuid PRIMARY KEY,
  dispute_id uuid NOT NULL REFERENCES qc_dispute (id),
  -- Counts up within its dispute.
  number integer NOT NULL,
  said text NOT NULL CHECK (said IN ('opened', 'accepted', 'asked', 'answered', 'withdrawn', 'settled', 'handed')),
  words text NOT NULL,
  said_by uuid NOT NULL REFERENCES app_user (id),
  said_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (dispute_id, number)
);

CREATE TABLE qc_dispute_photo (
  message_id uuid NOT NULL REFERENCES qc_dispute_message (id),
  image_id uuid NOT NULL REFERENCES qc_image (id),
  position integer NOT NULL CHECK (position >= 0),
  PRIMARY KEY (message_id, image_id)
);
CREATE INDEX qc_dispute_photo_image ON qc_dispute_photo (image_id);

INSERT INTO setting (name, value) VALUES ('dispute_open_days', '14'), ('dispute_answer_days', '5');
