package php

import (
	"regexp"
	"strings"

	"github.com/cortex-index/cortex/extract/resolve"
	"github.com/cortex-index/cortex/schema"
)

// documented matches a tag of a doc comment with a type, and the parameter that it is about.
var documented = regexp.MustCompile(`(?m)^\s*@(var|param|return)\s+(\S+)(?:\s+&?(?:\.\.\.)?(\$\w+))?`)

// readTypes gives the definitions of a unit the types of their doc comments where the code declares none.
func readTypes(u *resolve.Unit) {
	for _, d := range u.Defs {
		for _, m := range documented.FindAllStringSubmatch(d.Doc, -1) {
			isFunction := d.Kind.IsCallable()
			switch {
			case m[1] == "return" && isFunction && d.Result == nil:
				d.Result = typeOf(u, d, m[2], d.Scope)
			case m[1] == "param" && isFunction:
				for i, p := range d.Params {
					if p.Name == m[3] && p.Type == nil && p.Kind == schema.ParameterValue && !p.IsRest {
						d.Params[i].Type = typeOf(u, d, m[2], d.Scope)
						setType(d.Scope, p.Name, d.Params[i].Type)
					}
				}
			case m[1] == "var" && d.Kind == schema.KindField && d.Container != nil && d.TypeText == "":
				setType(d.Container.Scope, d.Name, typeOf(u, d, m[2], d.Container.Scope))
			}
		}
	}
}

func setType(s *resolve.Scope, name string, typ *resolve.Expr) {
	for _, b := range s.Names[name] {
		if b.Type == nil {
			b.Type = typ
		}
	}
}

// typeOf returns the expression of a type that is one class, perhaps or null; nil for every other type.
func typeOf(u *resolve.Unit, d *resolve.Def, text string, s *resolve.Scope) *resolve.Expr {
	text = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(text, "?"), "null|"), "|null")
	if text == "$this" {
		text = "static"
	}
	name := strings.TrimPrefix(text, `\`)
	if strings.ContainsAny(name, "|&<>[](){}:") {
		return nil
	}
	e := &resolve.Expr{Op: resolve.Name, Name: name, Start: d.Start, End: d.Start, Scope: s, In: d, Role: schema.RoleType}
	if name != text {
		e.Path = imports(resolve.Import{Path: text, In: d, At: d.Start, NameEnd: d.Start})[0]
		u.Implied = append(u.Implied, e.Path)
	}
	return e
}
