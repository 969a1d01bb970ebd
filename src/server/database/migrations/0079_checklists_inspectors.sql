-- What an inspector ticks beside the pieces: what was answered stays with the inspection, in the words of then.
CREATE TABLE qc_checklist_answer (
  inspection_id uuid NOT NULL REFERENCES qc_inspection (id),
  -- From 0, in the order of the checklist.
  position integer NOT NULL CHECK (position >= 0),
  code text NOT NULL CHECK (code ~ '^[A-Z0-9][A-Z0-9-]{0,23}$'),
  topic text NOT NULL CHECK (topic IN ('labels', 'barcodes', 'metal', 'colour', 'cartons', 'other')),
  words text NOT NULL CHECK (words <> ''),
  words_zh text NOT NULL CHECK (words_zh <> ''),
  is_required boolean NOT NULL,
  answer text NOT NULL CHECK (answer IN ('yes', 'no', 'na')),
  remark text CHECK (remark <> '' AND length(remark) <= 500),
  PRIMARY KEY (inspection_id, position),
  UNIQUE (inspection_id, code)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON qc_checklist_answer FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON qc_checklist_answer FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

-- Each country's own. Nothing is required until a lead says so.
INSERT INTO setting (name, value)
SELECT name, '{"bench_all_yes": false, "items": [
  {"code": "LABELS", "topic": "labels", "words": "Labels and hangtags are as the order says", "words_zh": "标签和吊牌与订单一致", "style_category": "", "is_required": false},
  {"code": "BARCODES", "topic": "barcodes", "words": "Barcodes scan and match their pieces", "words_zh": "条码可扫描且与货品相符", "style_category": "", "is_required": false},
  {"code": "METAL", "topic": "metal", "words": "Metal detection passed", "words_zh": "验针通过", "style_category": "", "is_required": false},
  {"code": "COLOUR", "topic": "colour", "words": "Colour is that of the sealed sample", "words_zh": "颜色与封样一致", "style_category": "", "is_required": false},
  {"code": "CARTONS", "topic": "cartons", "words": "Carton is sound and its marks are right", "words_zh": "外箱完好，箱唛正确", "style_category": "", "is_required": false}
]}'::jsonb FROM unnest(ARRAY['qc_checklist', 'india_qc_checklist']) AS n (name);

-- Who is to see to a box at its site; nobody while it is null.
ALTER TABLE qc_box ADD COLUMN inspector_id uuid REFERENCES app_user (id);
CREATE INDEX qc_box_inspector ON qc_box (inspector_id, inwarded_at, box_id, site_kind) WHERE inspector_id IS NOT NULL;
