-- What was told of a group, read or not, is looked up when it holds no longer; a person's notices are in order of another key.
CREATE INDEX notice_group ON notice (kind, group_key);

-- The order in which inspections judged a lot: counted while the lot is held, since the ids of several servers follow several clocks.
ALTER TABLE qc_inspection_lot ADD COLUMN number integer;
UPDATE qc_inspection_lot x SET number = n.number
FROM (SELECT l.inspection_id, l.lot_id, row_number() OVER (PARTITION BY l.lot_id ORDER BY i.at, i.id) AS number
  FROM qc_inspection_lot l JOIN qc_inspection i ON i.id = l.inspection_id) n
WHERE n.inspection_id = x.inspection_id AND n.lot_id = x.lot_id;
ALTER TABLE qc_inspection_lot ALTER COLUMN number SET NOT NULL;
DROP INDEX qc_inspection_lot_lot;
CREATE UNIQUE INDEX qc_inspection_lot_number ON qc_inspection_lot (lot_id, number);
