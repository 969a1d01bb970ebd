-- Of stores from which lines of core sizes were taken out: core sizes that they lack without those lines, by store; of these stores it stands for `broken`.
ALTER TABLE allocation_style ADD COLUMN taken_apart jsonb NOT NULL DEFAULT '{}';
