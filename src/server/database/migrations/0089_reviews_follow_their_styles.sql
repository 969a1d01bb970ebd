-- A style that waits before its buyers is undecided: reviews of styles that came back after their decision are open again.
UPDATE buyer_review r SET decision = NULL, decision_remark = NULL, decided_at = NULL, version = r.version + 1
FROM catalogue_style c WHERE c.id = r.catalogue_id AND c.status = 'Buyer Review Pending' AND r.decided_at IS NOT NULL;
