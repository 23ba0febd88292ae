-- The directories with files of languages with a type checker, and whether they import external packages that import the repository. A directory is broken when the index lacks facts about its code: a file has errors, or no file has types.
-- A single file without types is outside the chosen build.
SELECT module_path, bool_or(status <> 'ok') OR bool_and(is_untyped),
  module_path IN (SELECT module_path FROM imports WHERE imports_back)
FROM files
WHERE language IN (FROM selection.checked)
GROUP BY module_path
ORDER BY module_path;
