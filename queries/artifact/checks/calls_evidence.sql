-- calls: static and interface calls have a callee; literal, dynamic and unresolved calls have none
SELECT count(*), any_value(caller_id || ' at byte ' || start_pos || ' of file ' || file_id || ' is ' || evidence)
FROM calls
WHERE (callee_id IS NULL AND evidence IN ('static', 'interface')) OR (callee_id IS NOT NULL AND evidence IN ('literal', 'dynamic', 'unresolved'))
  OR evidence = 'value';
