-- Orders made by hand, amended and cancelled ------------------------------------------------------------------------------------

CREATE SEQUENCE vendor_order_number;

ALTER TABLE vendor_order DROP CONSTRAINT vendor_order_decision_check;
ALTER TABLE vendor_order
  ADD CONSTRAINT vendor_order_decision_check CHECK (decision IN ('NEW', 'APPROVED', 'NOT_APPROVED', 'CANCELLED')),
  -- What it was when it was cancelled: the way back.
  ADD COLUMN cancelled_from text CHECK (cancelled_from IN ('NEW', 'APPROVED', 'NOT_APPROVED')),
  ADD CONSTRAINT vendor_order_cancelled_check CHECK ((decision = 'CANCELLED') = (cancelled_from IS NOT NULL));
CREATE INDEX all_order_cancelled ON vendor_order (order_date DESC, order_id DESC) WHERE decision = 'CANCELLED';

-- With how many pieces a line was made: what it has now is that and its moves. A line that was amended to nothing stays, for its
-- moves; one that was added by an amendment was made with nothing.
ALTER TABLE order_line ADD COLUMN opened integer CHECK (opened >= 0);
UPDATE order_line SET opened = ordered;
ALTER TABLE order_line ALTER COLUMN opened SET NOT NULL;
ALTER TABLE order_line DROP CONSTRAINT order_line_ordered_check;
ALTER TABLE order_line ADD CONSTRAINT order_line_ordered_check CHECK (ordered >= 0);

CREATE TABLE order_amendment (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES vendor_order (id),
  reason text NOT NULL,
  -- Made before the vendor saw the order: it reads nothing of it.
  is_internal boolean NOT NULL,
  ship_by_before date,
  ship_by date,
  unit_price_before bigint,
  unit_price_minor bigint CHECK (unit_price_minor > 0),
  amended_at timestamptz NOT NULL DEFAULT now(),
  amended_by uuid NOT NULL REFERENCES app_user (id),
  CHECK ((ship_by IS NULL) = (ship_by_before IS NULL) AND (unit_price_minor IS NULL) = (unit_price_before IS NULL))
);
CREATE INDEX order_amendment_order ON order_amendment (order_id, id);

CREATE TABLE order_amendment_line (
  amendment_id uuid NOT NULL REFERENCES order_amendment (id) ON DELETE CASCADE,
  order_line_id uuid NOT NULL REFERENCES order_line (id),
  quantity_before integer NOT NULL CHECK (quantity_before >= 0),
  quantity integer NOT NULL CHECK (quantity >= 0),
  PRIMARY KEY (amendment_id, order_line_id)
);
CREATE INDEX order_amendment_line_order_line ON order_amendment_line (order_line_id);
