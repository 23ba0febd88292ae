-- The symbols of the head that are new or differ: functions, types, and the other symbols by their signatures.
SELECT new_id FROM function_change WHERE new_id IS NOT NULL
UNION
SELECT new_id FROM type_change
UNION
SELECT new_id FROM pair WHERE new_id IS NOT NULL AND (old_id IS NULL OR is_resigned OR is_reset)
ORDER BY 1;
