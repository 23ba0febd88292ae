-- A method stands in for one of an interface from outside, through which code outside may call it.
-- Each such pair counts.
SELECT count(*) AS outside_interface
FROM nodes i
JOIN stand_ins s ON s.caller_id = i.symbol_id
JOIN nodes a ON a.symbol_id = s.callee_id
WHERE i.is_external AND a.asked AND NOT a.is_external;
