-- The called interface methods, whose possible callees the walk did not reach.
SELECT count(DISTINCT s.callee_id)
FROM asked a
JOIN call_steps s ON s.caller_id = a.symbol_id AND s.direct
JOIN symbols m ON m.symbol_id = s.callee_id AND m.kind = 'interface_method'
WHERE a.about = 'callees';
