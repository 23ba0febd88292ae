-- The variables whose values a target makes: they name it, where it was no guess.
SELECT v.caller_id AS id
FROM seeds t
JOIN value_steps v ON v.callee_id = t.id
WHERE v.label & 7 < 3;
