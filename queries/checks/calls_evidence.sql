-- calls: callee_id is NULL exactly for dynamic and unresolved calls, and for heuristic ones that found none
SELECT count(*), any_value(caller_id || ' at byte ' || start_pos || ' of file ' || file_id || ' is ' || evidence)
FROM calls
WHERE (callee_id IS NULL AND evidence IN ('static', 'interface')) OR (callee_id IS NOT NULL AND evidence IN ('dynamic', 'unresolved'));
