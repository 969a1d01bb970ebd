-- What a carton measures outside, in whole millimetres: all three or none. Its volume is their product, so it is not kept.
ALTER TABLE box
  ADD COLUMN length_mm integer CHECK (length_mm BETWEEN 1 AND 3000),
  ADD COLUMN width_mm integer CHECK (width_mm BETWEEN 1 AND 3000),
  ADD COLUMN height_mm integer CHECK (height_mm BETWEEN 1 AND 3000),
  ADD CONSTRAINT box_size CHECK (num_nulls(length_mm, width_mm, height_mm) IN (0, 3)),
  -- Which of the boxes of its shipment with this tracking id it is, from 1: one waybill may cover several cartons of one shipment.
  ADD COLUMN waybill_place integer NOT NULL DEFAULT 1 CHECK (waybill_place > 0);

-- The places of a shipment's waybill begin with 1, so that no second shipment can have a box of the same waybill.
DROP INDEX box_tracking;
CREATE UNIQUE INDEX box_tracking ON box (upper(tracking_id) text_pattern_ops, waybill_place)
  WHERE removed_at IS NULL AND tracking_id IS NOT NULL;

INSERT INTO setting (name, value) VALUES ('shared_waybills', 'false');

-- Labels say where goods come from and go to in both languages.
ALTER TABLE vendor ADD COLUMN address_zh text;
ALTER TABLE site ADD COLUMN address_zh text;
