-- A check that nobody answered stands in the record of its inspection as well: null.
ALTER TABLE qc_checklist_answer ALTER COLUMN answer DROP NOT NULL;
ALTER TABLE qc_checklist_answer ADD CONSTRAINT unanswered_has_no_remark CHECK (answer IS NOT NULL OR remark IS NULL);
