-- When an order came to its vendor (its approval), and when its last line was answered for the first time since: how fast a vendor answers.
ALTER TABLE vendor_order ADD COLUMN approved_at timestamptz(3), ADD COLUMN answered_at timestamptz(3);

UPDATE vendor_order o SET approved_at = e.approved_at, answered_at = e.answered_at
FROM (SELECT entity_id, max(at) FILTER (WHERE to_state = 'APPROVED') AS approved_at, min(at) FILTER (WHERE to_state = 'ANSWERED') AS answered_at
  FROM audit_event WHERE entity = 'order' AND to_state IN ('APPROVED', 'ANSWERED') GROUP BY entity_id) e
WHERE e.entity_id = o.order_id AND o.decision = 'APPROVED';

CREATE INDEX vendor_order_approved ON vendor_order (approved_at) WHERE decision = 'APPROVED';

-- What the company asks of a vendor so that a fault does not come again.
CREATE SEQUENCE corrective_action_number;

CREATE TABLE corrective_action (
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE,
  vendor_id uuid NOT NULL REFERENCES vendor (id),
  title text NOT NULL,
  wrong text NOT NULL,
  -- What it is about: the row's id where it has one, and the code that people know it by.
  about_kind text CHECK (about_kind IN ('order', 'shipment', 'box', 'lot', 'discrepancy', 'reason')),
  about_id uuid,
  about_code text,
  state text NOT NULL DEFAULT 'opened' CHECK (state IN ('opened', 'answered', 'returned', 'accepted', 'closed', 'cancelled')),
  due_on date NOT NULL,
  -- Who is to answer, of the vendor's people; nobody in particular where null.
  owner_id uuid REFERENCES app_user (id),
  root_cause text,
  done text,
  -- What the company said last of the answer.
  remark text,
  opened_by uuid NOT NULL REFERENCES app_user (id),
  opened_at timestamptz(3) NOT NULL DEFAULT now(),
  answered_by uuid REFERENCES app_user (id),
  answered_at timestamptz(3),
  judged_by uuid REFERENCES app_user (id),
  judged_at timestamptz(3),
  -- For which due date its vendor was reminded, and for which told that it has passed: once each.
  reminded_for date,
  overdue_told_for date,
  version integer NOT NULL DEFAULT 1,
  CHECK ((about_kind IS NULL) = (about_code IS NULL)),
  CHECK (state NOT IN ('answered', 'accepted') OR (root_cause IS NOT NULL AND done IS NOT NULL))
);
CREATE INDEX corrective_action_vendor ON corrective_action (vendor_id, opened_at);
CREATE INDEX corrective_action_due ON corrective_action (due_on) WHERE state IN ('opened', 'returned');

-- Photographs that the vendor answers with, in their order.
CREATE TABLE corrective_action_photo (
  action_id uuid NOT NULL REFERENCES corrective_action (id),
  image_id uuid NOT NULL REFERENCES qc_image (id),
  position integer NOT NULL CHECK (position >= 0),
  PRIMARY KEY (action_id, image_id)
);
CREATE INDEX corrective_action_photo_image ON corrective_action_photo (image_id);
