-- Whole boxes that the plan of a gate pass counts, each once: their codes are unique.
CREATE TABLE gate_pass_planned_box (
  pass_id uuid NOT NULL REFERENCES gate_pass (id),
  code text NOT NULL,
  PRIMARY KEY (pass_id, code)
);
CREATE INDEX gate_pass_planned_box_code ON gate_pass_planned_box (code);
