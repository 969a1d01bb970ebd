-- What inspectors call a defect, beside the thirteen reasons of a refusal: kept with what they find, and listed for the whole house.

ALTER TABLE qc_defect ADD COLUMN defect_code text CHECK (defect_code ~ '^[A-Z0-9][A-Z0-9-]{0,23}$');

INSERT INTO setting (name, value) VALUES ('qc_defect_library', '[
  {"code": "SKIPPED-STITCH", "name": "Skipped stitch", "name_zh": "跳针", "category": "sewing", "reason": "Poor workmanship", "severity": "major"},
  {"code": "BROKEN-STITCH", "name": "Broken stitch", "name_zh": "断线", "category": "sewing", "reason": "Poor workmanship", "severity": "major"},
  {"code": "LOOSE-THREAD", "name": "Loose thread", "name_zh": "线头", "category": "sewing", "reason": "Poor workmanship", "severity": "minor"},
  {"code": "HOLE", "name": "Hole", "name_zh": "破洞", "category": "fabric", "reason": "Fabric damaged", "severity": "major"},
  {"code": "NEEDLE-HOLE", "name": "Needle hole", "name_zh": "针孔", "category": "fabric", "reason": "Fabric damaged", "severity": "major"},
  {"code": "SHADE", "name": "Shade", "name_zh": "色差", "category": "colour", "reason": "Color variation", "severity": "major"},
  {"code": "OIL-STAIN", "name": "Oil stain", "name_zh": "油污", "category": "looks", "reason": "Stain", "severity": "major"},
  {"code": "OUT-OF-SIZE", "name": "Out of size", "name_zh": "尺寸超差", "category": "size", "reason": "Size issue", "severity": "major"},
  {"code": "METAL", "name": "Needle or metal left in", "name_zh": "针/金属残留", "category": "safety", "reason": "Other", "severity": "critical"}
]');
