-- Whether tests may declare a symbol in the place of another: a method, where a type has one of that name by what it embeds, or
-- a function that is named as a built-in one.
CREATE OR REPLACE MACRO may_replace(is_test, kind, name) AS is_test AND (kind = 'method' OR kind = 'function' AND name IN (
  'append', 'cap', 'clear', 'close', 'complex', 'copy', 'delete', 'imag', 'len', 'make', 'max', 'min', 'new', 'panic', 'print', 'println', 'real', 'recover'));
