-- dispatches: every id belongs to calls of one method through one type, and lists methods with a body
SELECT count(*), any_value('id ' || dispatch_id)
FROM (
  SELECT dispatch_id
  FROM calls
  WHERE dispatch_id IS NOT NULL
  GROUP BY dispatch_id
  HAVING count(DISTINCT (receiver_type_id, callee_id)) <> 1 OR bool_or(receiver_type_id IS NULL OR evidence NOT IN ('interface', 'heuristic', 'static'))
  UNION ALL
  (SELECT dispatch_id FROM dispatches WHERE (dispatch_id, callee_id) NOT IN (SELECT (dispatch_id, callee_id) FROM calls WHERE dispatch_id IS NOT NULL))
  UNION ALL
  (SELECT dispatch_id FROM dispatches WHERE method_id IN (SELECT symbol_id FROM symbols WHERE kind = 'interface_method'))
  UNION ALL
  (SELECT dispatch_id FROM calls WHERE dispatch_id IS NOT NULL AND dispatch_id NOT IN (SELECT dispatch_id FROM dispatches))
);
