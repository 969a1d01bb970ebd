-- Since when the lines of an allocation are promised.
ALTER TABLE allocation_task ADD COLUMN frozen_at timestamptz(3);
UPDATE allocation_task SET frozen_at = calculated_at WHERE is_frozen;

-- Pieces that the store had for sale, or was to get, when the line was ordered: what was promised since shows beside them.
ALTER TABLE replenishment_line ADD COLUMN had integer;
