package language

// Lines counts the lines of a file by kind.
type Lines struct{ Code, Comment, Blank int32 }

// Total returns the number of all lines.
func (l Lines) Total() int32 { return l.Code + l.Comment + l.Blank }

// CountLines counts the lines of a text in a language of Linguist, in lower case. A line
// is code when a part of a token other than a comment is on it, and a comment when only
// comments are. A last line without a newline counts; an empty text has no line.
//
// Limitations: a comment of an embedded language, as in a heredoc, is a part of a text. The
// block scalars of YAML and the quoting operators of Perl and Ruby are not texts.
func CountLines(language string, content []byte) Lines {
	return syntaxOf(language).count(content)
}
