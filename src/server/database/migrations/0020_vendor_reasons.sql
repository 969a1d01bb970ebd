-- A vendor's own reasons, and what it proposes instead of a refusal ---------------------------------------------------------

-- Which of them are on: none, until the company wants them.
INSERT INTO setting (name, value) VALUES ('vendor_reasons', '[]');

-- Stands beside the reason "Other" while pieces are refused.
ALTER TABLE order_line
  ADD COLUMN vendor_reason text
    CHECK (vendor_reason IN ('price', 'minimum_quantity', 'capacity', 'deadline', 'fabric'));

CREATE TABLE counter_proposal (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES vendor_order (id),
  -- WITHDRAWN: the vendor brought pieces back or proposed anew before ops decided.
  state text NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'TAKEN', 'DECLINED', 'WITHDRAWN')),
  kind text NOT NULL CHECK (kind IN ('date', 'price', 'quantity')),
  vendor_reason text NOT NULL
    CHECK (vendor_reason IN ('price', 'minimum_quantity', 'capacity', 'deadline', 'fabric')),
  remark text NOT NULL,
  ship_by date,
  unit_price_minor bigint CHECK (unit_price_minor > 0),
  -- What the order had before it was taken: the way back.
  ship_by_before date,
  unit_price_before bigint,
  proposed_at timestamptz NOT NULL DEFAULT now(),
  proposed_by uuid NOT NULL REFERENCES app_user (id),
  decided_at timestamptz,
  decided_by uuid REFERENCES app_user (id),
  decline_reason text,
  CHECK ((kind = 'date') = (ship_by IS NOT NULL) AND (kind = 'price') = (unit_price_minor IS NOT NULL)),
  CHECK ((state IN ('TAKEN', 'DECLINED')) = (decided_at IS NOT NULL)),
  CHECK ((state = 'DECLINED') = (decline_reason IS NOT NULL))
);
CREATE INDEX counter_proposal_order ON counter_proposal (order_id, id);
CREATE UNIQUE INDEX counter_proposal_open ON counter_proposal (order_id) WHERE state = 'OPEN';

CREATE TABLE counter_proposal_line (
  proposal_id uuid NOT NULL REFERENCES counter_proposal (id) ON DELETE CASCADE,
  order_line_id uuid NOT NULL REFERENCES order_line (id),
  -- Pieces that come back to awaiting when it is taken.
  quantity integer NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (proposal_id, order_line_id)
);
CREATE INDEX counter_proposal_line_order_line ON counter_proposal_line (order_line_id);
