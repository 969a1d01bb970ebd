-- What a survey made of a design: its rank among those scored, of how many, and the mean of its scores. Written whenever scores come in, so
-- that lists can show it and stand in its order.
ALTER TABLE style_survey_design
  ADD COLUMN rank integer CHECK (rank > 0),
  ADD COLUMN ranked integer CHECK (ranked >= rank),
  ADD COLUMN mean numeric(3, 2),
  ADD CHECK ((rank IS NULL) = (mean IS NULL) AND (rank IS NULL) = (ranked IS NULL));

UPDATE style_survey_design d SET rank = r.rank, ranked = r.ranked, mean = round(r.mean, 2)
FROM (SELECT survey_id, catalogue_id, avg(score) AS mean, rank() OVER (PARTITION BY survey_id ORDER BY avg(score) DESC) AS rank,
    count(*) OVER (PARTITION BY survey_id) AS ranked
  FROM style_survey_score GROUP BY survey_id, catalogue_id) r
WHERE r.survey_id = d.survey_id AND r.catalogue_id = d.catalogue_id;
