-- Since when an approved order waits for its vendor's answer: its approval or, where it was opened again after an answer, that moment.
ALTER TABLE vendor_order ADD COLUMN asked_at timestamptz(3);

UPDATE vendor_order SET asked_at = coalesce(approved_at, order_date::timestamp AT TIME ZONE 'Asia/Shanghai') WHERE decision = 'APPROVED';
