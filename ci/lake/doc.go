// Package lake tests lakes as their users meet them: other engines read the files, several programs write at once, and writers are killed.
//
// The statements of the operations are in queries/lake, which embeds them. The programs in Python run the same files on each engine. The page
// README.md has the recipe of each engine, and measurements.
package lake
