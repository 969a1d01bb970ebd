-- Stock that is promised, and what stock and its moves may hold ----------------------------------------------------------------

-- Pieces promised to a line of a document. `stock.reserved` is their sum; only that document releases or consumes them.
CREATE TABLE reservation (
  document_type text NOT NULL,
  document_id text NOT NULL,
  document_line text NOT NULL DEFAULT '',
  place_id uuid NOT NULL,
  sku_id uuid NOT NULL,
  condition text NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (document_type, document_id, document_line, place_id, sku_id, condition),
  FOREIGN KEY (place_id, sku_id, condition) REFERENCES stock (place_id, sku_id, condition)
);
CREATE INDEX reservation_stock ON reservation (place_id, sku_id, condition);

-- Opening stock that was corrected downwards was written as a receipt that went back.
UPDATE stock_move SET kind = 'unreceive' WHERE kind = 'receive' AND to_place IS NULL;

-- stockMoves of src/shared/areas/stock/moves.ts: what comes from outside, and what goes there.
ALTER TABLE stock_move
  ADD CONSTRAINT stock_move_kind CHECK (
    CASE
      WHEN kind IN ('receive', 'reopen_short', 'undeliver', 'take_back', 'found') THEN from_place IS NULL
      WHEN kind IN ('unreceive', 'close_short', 'deliver', 'sell', 'write_off') THEN to_place IS NULL
      WHEN kind IN ('put_away', 'pack', 'unpack', 'dispatch', 'call_back', 'arrive', 'unarrive', 'arrive_damaged', 'unarrive_damaged', 'regrade')
        THEN from_place IS NOT NULL AND to_place IS NOT NULL AND (from_place, from_condition) <> (to_place, to_condition)
      ELSE false
    END),
  ADD CONSTRAINT stock_move_conditions CHECK (
    from_condition IN ('good', 'b_grade', 'damaged') AND to_condition IN ('good', 'b_grade', 'damaged'));

-- The list of stock: by SKU, and the few rows that are something else than good and free.
DROP INDEX stock_sku;
CREATE INDEX stock_sku ON stock (sku_id, place_id, condition) WHERE on_hand > 0;
CREATE INDEX stock_reserved ON stock (sku_id, place_id, condition) WHERE reserved > 0;
CREATE INDEX stock_not_good ON stock (condition, sku_id, place_id) WHERE on_hand > 0 AND condition <> 'good';
