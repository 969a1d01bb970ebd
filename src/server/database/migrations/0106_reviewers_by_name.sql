-- "Mei" and "mei" are one reviewer: their last score of a design counts, under the name that came first.
DELETE FROM style_survey_score s USING style_survey_score o
WHERE o.survey_id = s.survey_id AND o.catalogue_id = s.catalogue_id AND lower(o.reviewer) = lower(s.reviewer)
  AND (s.given_at, s.reviewer) < (o.given_at, o.reviewer);

UPDATE style_survey_score s SET reviewer = f.reviewer
FROM (SELECT DISTINCT ON (survey_id, lower(reviewer)) survey_id, reviewer FROM style_survey_score
  ORDER BY survey_id, lower(reviewer), given_at, reviewer) f
WHERE f.survey_id = s.survey_id AND lower(f.reviewer) = lower(s.reviewer) AND f.reviewer <> s.reviewer;

CREATE UNIQUE INDEX style_survey_score_reviewer ON style_survey_score (survey_id, catalogue_id, lower(reviewer));

UPDATE style_survey_design d SET rank = r.rank, ranked = r.ranked, mean = round(r.mean, 2)
FROM (SELECT survey_id, catalogue_id, avg(score) AS mean, rank() OVER (PARTITION BY survey_id ORDER BY avg(score) DESC) AS rank,
    count(*) OVER (PARTITION BY survey_id) AS ranked
  FROM style_survey_score GROUP BY survey_id, catalogue_id) r
WHERE r.survey_id = d.survey_id AND r.catalogue_id = d.catalogue_id;
