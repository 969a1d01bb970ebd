-- Who was asked by name to judge a style. Nobody named: every buyer may.
CREATE TABLE buyer_review_reviewer (
  review_id uuid NOT NULL REFERENCES buyer_review (id),
  reviewer_id uuid NOT NULL REFERENCES app_user (id),
  PRIMARY KEY (review_id, reviewer_id)
);
