-- The season that a style is sold in, and those that an allocation is made for: none means all.
ALTER TABLE style ADD COLUMN season text;
ALTER TABLE allocation_task ADD COLUMN seasons text[] NOT NULL DEFAULT '{}';

-- What a plan cuts and completes, so that need + extra − cut − short = given of every style that has no locked cell; what of its locked cells
-- is beyond the need or below it stands in the two as well.
ALTER TABLE allocation_style ADD COLUMN extra integer NOT NULL DEFAULT 0 CHECK (extra >= 0);
ALTER TABLE allocation_style ADD COLUMN cut integer NOT NULL DEFAULT 0 CHECK (cut >= 0);
-- Stores that have more than their target after the plan, of sizes that they get; and core sizes that stores lack then, by site.code.
ALTER TABLE allocation_style ADD COLUMN over_stores integer NOT NULL DEFAULT 0;
ALTER TABLE allocation_style ADD COLUMN broken jsonb NOT NULL DEFAULT '{}';

-- Totals of plans that were only tried before know neither.
UPDATE allocation_task SET what_if = NULL;
