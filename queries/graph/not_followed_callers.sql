-- The asked methods that may run for an interface method, through which the walk did not go.
SELECT count(DISTINCT a.symbol_id) FROM asked a JOIN possible_callees p ON p.method_id = a.symbol_id WHERE a.about = 'callers';
