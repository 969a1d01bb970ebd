-- Whole boxes that were put on shelves: how many of a box's pieces went is the sum of moves that name it.
CREATE INDEX stock_move_box ON stock_move (document_line) WHERE document_type = 'put_away' AND document_line IS NOT NULL;
