-- The syntax tree of a text, and of the same text as a subquery, as JSON. Nothing runs. A text that is
-- no SELECT gives an object with an error.
--
-- $1 the text; $2 the subquery.
SELECT json_serialize_sql($1::VARCHAR)::VARCHAR, json_serialize_sql($2::VARCHAR)::VARCHAR;
